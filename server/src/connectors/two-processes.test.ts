import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createApp } from '../app.ts';
import { connectShop } from '../../test/providers/shop/connected.ts';
import { anOrder, startShop, type Shop } from '../../test/providers/shop/shop.ts';
import { startServer, type TestServer } from '../../test/server.ts';
import { Caller, createWorld, type World } from '../../test/world.ts';

let shop: Shop;
let server: TestServer;
let world: World;
/** Wim as a client of another process of the same desk: the processes share only the database. */
let elsewhere: Caller;
let stop: () => Promise<void>;
before(async () => {
  shop = await startShop();
  shop.add(anOrder('48213'));
  server = await startServer({ environment: { EGRESS_ALLOW: '127.0.0.1' } });
  world = await createWorld(server);
  const app = await createApp({ ...server.desk, db: { ...server.desk.db } });
  await app.ready();
  stop = () => app.close();
  elsewhere = new Caller({ ...server, app }, world.wim);
});
after(async () => {
  await stop();
  await server.close();
  await shop.close();
});

let made = 0;
async function connects(more: Record<string, unknown> = {}) {
  for (const { id } of (await world.wim.gets('/api/connectors')).items)
    await world.wim.deletes(`/api/connectors/${id}`);
  return connectShop(world.wim, shop, { name: `Shop ${(made += 1)}`, ...more });
}

test('an expired token is renewed once, by one of two processes', async () => {
  const { path, template } = await connects({
    auth: { kind: 'oauth2_client_credentials', token_url: `${shop.url}/token`, scope: 'orders' },
    credentials: { client_id: shop.keys.clientId, client_secret: shop.keys.clientSecret },
  });
  const before = shop.tokensIssued();
  shop.endTokens();
  const asks = (caller: Caller) => caller.posts(`${path}/templates/${template.id}/test`, { mode: 'live' }, 200);
  const answers = await Promise.all([world.wim, elsewhere, world.wim, elsewhere].map(asks));
  assert.deepEqual(
    answers.map(({ ok }) => ok),
    [true, true, true, true],
  );
  assert.equal(shop.tokensIssued(), before + 1);
});

test('of two concurrent rotations in two processes one succeeds, and its credentials are used', async () => {
  const { path, connector, template } = await connects();
  const wishes = [world.wim, elsewhere].map((caller, at) => ({ caller, token: `new-canary-${at}` }));
  for (const { token } of wishes) shop.accept(token);
  const answers = await Promise.all(
    wishes.map(({ caller, token }) =>
      caller.calls('POST', `${path}/rotate-credentials`, { credentials: { token }, grace_seconds: 600 }),
    ),
  );
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((one, other) => one - other),
    [200, 409],
  );
  const winner = answers.findIndex(({ status }) => status === 200);
  // The refused rotation arrived during the other one or after it.
  assert.match(answers[1 - winner]?.body.code, /^(?:check_running|rotation_in_progress)$/);
  const now = await elsewhere.gets(path);
  assert.deepEqual([now.status, now.rotation.state], ['active', 'grace']);
  assert.equal(now.rotation.previous_fingerprint, connector.credentials.fingerprint);
  assert.equal(now.credentials.fingerprint, answers[winner]?.body.credentials.fingerprint);
  // Revoke the losing and the former credentials: the tests succeed only if neither is sent.
  shop.revoke(wishes[1 - winner]?.token ?? '');
  shop.revoke(shop.keys.token);
  for (const { caller } of wishes)
    assert.equal((await caller.posts(`${path}/templates/${template.id}/test`, { mode: 'live' }, 200)).ok, true);
});
