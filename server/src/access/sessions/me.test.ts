import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TestServer } from '../../../test/server.ts';
import { inWorld, Caller, type World } from '../../../test/world.ts';

const path = '/api/auth/me';
const oldPassword = 'a long enough passphrase 7';
const newPassword = 'another long enough one';

let server: TestServer;
let world: World;
inWorld((made) => ({ server, world } = made));

const login = (email: string, password: string) => world.nobody.calls('POST', '/api/auth/login', { email, password });

describe('me', () => {
  test('shows the person, their memberships with names, and the scope', async () => {
    const { id, created_at, memberships, scope, ...rest } = await world.max.gets(path);
    assert.deepEqual(rest, { email: 'max@example.test', name: 'Max', locale: 'en', email_verified: false });
    assert.equal(id, world.max.userId);
    assert.match(created_at, /^\d{4}-.*Z$/);
    const [{ role, organization, workspace }] = memberships;
    assert.deepEqual(
      [memberships.length, role, organization],
      [1, 'member', { id: world.birch.organizationId, name: 'Birch' }],
    );
    assert.deepEqual(scope, { organization_id: organization.id, workspace_id: workspace.id, role: 'member' });
  });

  test('changes the name and the locale; null resets the locale', async () => {
    assert.deepEqual(pick(await world.max.patches(path, { name: ' Maxine ', locale: 'pt-BR' })), ['Maxine', 'pt-BR']);
    assert.deepEqual(pick(await world.max.patches(path, { locale: null })), ['Maxine', 'en']);
    assert.deepEqual(pick(await world.max.patches(path, {})), ['Maxine', 'en']);
    await world.max.patches(path, { name: 'Max' });
  });

  const refused = [
    [{ name: null }, '/name'],
    [{ name: '' }, '/name'],
    [{ name: 'Max\u0007' }, '/name'],
    [{ locale: 'not a locale' }, '/locale'],
    [{ email: 'else@example.test' }, '/email'],
    [{ email_verified: true }, '/email_verified'],
    [{ memberships: [] }, '/memberships'],
    [{ new_password: newPassword }, '/current_password'],
    [{ current_password: oldPassword }, '/new_password'],
    [{ current_password: 'a wrong password', new_password: newPassword }, '/current_password'],
    [{ current_password: oldPassword, new_password: 'short' }, '/new_password'],
    [{ current_password: oldPassword, new_password: 'Password1!' }, '/new_password'],
  ] as const;
  for (const [body, field] of refused) {
    test(`${JSON.stringify(body)} is 422 at ${field}, and changes nothing`, async () => {
      const before = await world.wim.gets(path);
      const answer = await world.wim.calls('PATCH', path, body);
      assert.deepEqual([answer.status, answer.body.errors[0].path], [422, field]);
      assert.deepEqual(await world.wim.gets(path), before);
    });
  }

  const pick = ({ name, locale }: { name: string; locale: string }) => [name, locale];
});

describe('a new password', () => {
  test('ends every other session with its refresh token, but not this one', async () => {
    const other = (await login('max@example.test', oldPassword)).body;
    const elsewhere = new Caller(server, {
      name: 'Max elsewhere',
      token: other.access_token,
      userId: '',
      organizationId: '',
    });
    await elsewhere.gets(path);
    await world.max.patches(path, { current_password: oldPassword, new_password: newPassword });
    await elsewhere.gets(path, 401);
    await world.nobody.posts('/api/auth/refresh', { refresh_token: other.refresh_token }, 401);
    await world.max.gets(path);
    assert.equal((await login('max@example.test', oldPassword)).status, 401);
    assert.equal((await login('max@example.test', newPassword)).status, 200);
  });

  test('guesses of the current password are throttled like sign-ins', async () => {
    const guess = () =>
      world.mallory.calls('PATCH', path, { current_password: 'a wrong guess', new_password: newPassword });
    for (let count = 0; count < 10; count += 1) assert.equal((await guess()).status, 422);
    assert.equal((await guess()).status, 429);
    assert.equal((await login('mallory@example.test', oldPassword)).status, 429);
  });
});
