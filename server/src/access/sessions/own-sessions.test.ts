import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf, Caller, inWorld, password, type World } from '../../../test/world.ts';
import type { TestServer } from '../../../test/server.ts';

let server: TestServer;
let world: World;
inWorld((made) => ({ server, world } = made));

const sessions = '/api/auth/me/sessions';

test('a person lists their sessions, and ends one of another browser', async () => {
  const { max } = world;
  const credentials = { email: addressOf('Max'), password };
  const { access_token, refresh_token } = await world.nobody.posts('/api/auth/login', credentials, 200);
  const elsewhere = new Caller(server, {
    name: 'Max',
    userId: max.userId,
    organizationId: max.organizationId,
    token: access_token,
  });
  const { items } = await max.gets(sessions);
  assert.deepEqual(
    items.map(({ current }: { current: boolean }) => current),
    [false, true],
  );
  assert.deepEqual(
    (await elsewhere.gets(sessions)).items.map(({ current }: { current: boolean }) => current),
    [true, false],
  );
  assert.deepEqual([items[0].client, items[0].ip], ['lightMyRequest', '127.0.0.1']);
  assert.ok(Object.values(items[0]).every((value) => value !== access_token && value !== refresh_token));

  const [other] = items;
  await world.wim.deletes(`${sessions}/${other.id}`, 404);
  await max.deletes(`${sessions}/${other.id}`);
  await max.deletes(`${sessions}/${other.id}`, 404);
  assert.equal((await elsewhere.calls('GET', sessions)).status, 401);
  await world.nobody.posts('/api/auth/refresh', { refresh_token }, 401);
  assert.equal((await max.gets(sessions)).items.length, 1);
});
