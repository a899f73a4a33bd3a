import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { newId } from '../../platform/process/ids.ts';
import type { TestServer } from '../../../test/server.ts';
import { inWorld, addressOf, Caller, password, registers, tokenIn, type World } from '../../../test/world.ts';

const path = '/api/invitations';
const day = 86_400_000;

let server: TestServer;
let world: World;
inWorld((made) => ({ server, world } = made));

const register = (email: string, invitation_token: string, more: object = {}) =>
  world.nobody.calls('POST', '/api/auth/register', { email, password, invitation_token, ...more });
const invites = async (email: string, role = 'member', by: Caller = world.ada) =>
  tokenIn((await by.posts(path, { email, role })).invitation_url);
const callerOf = (session: any) =>
  new Caller(server, {
    name: session.user.name,
    token: session.access_token,
    userId: session.user.id,
    organizationId: '',
  });

describe('an invitation', () => {
  test('shows its link once; the list shows address, inviter, role, workspace and state', async () => {
    const answer = await world.wim.calls('POST', path, { email: 'Una@Example.test', role: 'member' });
    const { invitation_url, ...invitation } = answer.body;
    assert.deepEqual([answer.status, answer.headers['location']], [201, `${path}/${invitation.id}`]);
    assert.match(invitation_url, /^http:\/\/localhost:3000\/register\?token=fi_test_\w{43}_\w{6}$/);
    const { email, role, state, workspace, invited_by } = invitation;
    assert.deepEqual(
      [email, role, state, workspace.name, invited_by.name],
      ['Una@Example.test', 'member', 'pending', 'Main', 'Wim'],
    );
    assert.deepEqual(await world.ada.gets(`${path}/${invitation.id}`), invitation);
    assert.deepEqual((await world.wim.gets(path)).items.at(-1), invitation);
    assert.doesNotMatch(JSON.stringify(await world.ada.gets(path)), /fi_test_/);
  });

  test('lets its address register once into the organization, with the invited role', async () => {
    const token = await invites('vera@example.test', 'workspace_admin');
    const opened = await world.nobody.posts(`${path}/open`, { token }, 200);
    assert.deepEqual(
      [opened.email, opened.role, opened.organization.name, opened.invited_by],
      ['vera@example.test', 'workspace_admin', 'Birch', 'Ada'],
    );
    const answer = await register('VERA@example.test', token, { organization_name: 'Ignored' });
    assert.equal(answer.status, 201, answer.text);
    const { memberships, scope, email_verified } = answer.body.user;
    assert.deepEqual(
      [memberships.length, scope.organization_id, scope.role],
      [1, world.birch.organizationId, 'workspace_admin'],
    );
    assert.equal(email_verified, false, 'the link came from the inviter, not by mail');
    assert.equal((await register('vera2@example.test', token)).body.errors[0].path, '/invitation_token');
    await world.nobody.posts(`${path}/open`, { token }, 422);
    const { items } = await world.ada.gets(path);
    const listed = items.find((each: any) => each.email === 'vera@example.test');
    assert.equal(listed.state, 'accepted');
    assert.match(listed.accepted_at, /Z$/);
  });

  test('is for its address only', async () => {
    const token = await invites('ward@example.test');
    const other = await register('someone@example.test', token);
    assert.deepEqual([other.status, other.body.errors[0].path], [422, '/email']);
    const accepted = await world.mallory.calls('POST', `${path}/accept`, { token });
    assert.deepEqual(
      [accepted.status, accepted.body.code, accepted.body.errors[0].path],
      [422, 'token_invalid', '/token'],
    );
    assert.equal((await register('ward@example.test', token)).status, 201);
  });

  test('ends after seven days', async () => {
    const token = await invites('xena@example.test');
    server.pass(7 * day - 1_000);
    await world.nobody.posts(`${path}/open`, { token }, 200);
    server.pass(1_000);
    assert.equal((await register('xena@example.test', token)).body.code, 'token_invalid');
    const ada = callerOf(
      (await world.nobody.calls('POST', '/api/auth/login', { email: addressOf('Ada'), password })).body,
    );
    const { items } = await ada.gets(path);
    assert.equal(items.find((each: any) => each.email === 'xena@example.test').state, 'expired');
    server.pass(-7 * day);
  });

  test('is void once it is withdrawn or replaced', async () => {
    const first = await invites('yves@example.test');
    const second = await invites('YVES@example.test');
    await world.nobody.posts(`${path}/open`, { token: first }, 422);
    await world.nobody.posts(`${path}/open`, { token: second }, 200);
    const { items } = await world.ada.gets(path);
    const found = items.filter((each: any) => /^yves@/i.test(each.email));
    assert.equal(found.length, 1);
    await world.ada.deletes(`${path}/${found[0].id}`);
    await world.nobody.posts(`${path}/open`, { token: second }, 422);
    await world.ada.deletes(`${path}/${found[0].id}`, 404);
  });

  test('admits one person if it is used twice at the same time', async () => {
    const token = await invites('zoe@example.test');
    const answers = await Promise.all([1, 2].map(() => register('zoe@example.test', token)));
    assert.deepEqual(answers.map(({ status }) => status).filter((status) => status === 201).length, 1);
    const { items } = await world.ada.gets('/api/members?limit=200');
    assert.equal(items.filter((each: any) => each.user.email === 'zoe@example.test').length, 1);
  });
});

describe('a person with an account', () => {
  test('accepts while signed in, and then belongs to both organizations', async () => {
    const pia = await registers(server, 'Pia', 'Pine');
    const token = await invites(addressOf('Pia'));
    const taken = await register(addressOf('Pia'), token);
    assert.deepEqual([taken.status, taken.body.code], [409, 'already_exists'], 'registering is for new accounts');
    const me = await pia.posts(`${path}/accept`, { token }, 200);
    assert.deepEqual(
      me.memberships.map((each: any) => [each.organization.name, each.role]),
      [
        ['Pine', 'org_admin'],
        ['Birch', 'member'],
      ],
    );
    await pia.posts(`${path}/accept`, { token }, 422);
    const headers = { 'x-organization-id': world.birch.organizationId };
    assert.equal((await pia.calls('GET', '/api/organizations/me', undefined, headers)).body.name, 'Birch');
    await world.nobody.posts(`${path}/accept`, { token }, 401);
  });

  test('cannot be invited to a place that they already have', async () => {
    for (const [email, role] of [
      [addressOf('Max'), 'member'],
      ['MAX@example.test', 'org_admin'],
      [addressOf('Ada'), 'member'],
    ]) {
      const answer = await world.ada.calls('POST', path, { email, role });
      assert.deepEqual([answer.status, answer.body.code], [409, 'already_exists'], `${email} as ${role}`);
    }
  });

  test('may be invited into a second workspace', async () => {
    const { id } = await world.ada.posts('/api/workspaces', { name: 'Second' });
    const wish = { email: addressOf('Max'), role: 'workspace_admin', workspace_id: id };
    const token = tokenIn((await world.ada.posts(path, wish)).invitation_url);
    await world.max.posts(`${path}/accept`, { token }, 200);
    const there = await world.max.calls('GET', path, undefined, { 'x-workspace-id': id });
    assert.equal(there.status, 200, 'an admin in one workspace');
    await world.max.gets(path, 403);
  });
});

describe('who may invite', () => {
  test('workspace admins invite members into their own workspace, organization admins anybody, members nobody', async () => {
    const { id } = await world.ada.posts('/api/workspaces', { name: 'Elsewhere' });
    for (const wish of [
      { email: 'a@example.test', role: 'workspace_admin' },
      { email: 'a@example.test', role: 'org_admin' },
      { email: 'a@example.test', role: 'member', workspace_id: id },
    ])
      assert.equal((await world.wim.posts(path, wish, 403)).required_role, 'org_admin');
    assert.equal((await world.ada.posts(path, { email: 'a@example.test', role: 'org_admin' })).workspace, null);
    await world.wim.posts(path, { email: 'a@example.test', role: 'member' }, 403);
    await world.max.posts(path, { email: 'b@example.test', role: 'member' }, 403);
    await world.max.gets(path, 403);
    await world.nobody.posts(path, { email: 'b@example.test', role: 'member' }, 401);
  });

  test('other organizations cannot see an invitation', async () => {
    const { id } = await world.ada.posts(path, { email: 'c@example.test', role: 'member' });
    for (const other of [id, newId()]) {
      await world.mallory.gets(`${path}/${other}`, 404);
      await world.mallory.deletes(`${path}/${other}`, 404);
    }
    assert.deepEqual((await world.mallory.gets(path)).items, []);
    const foreign = {
      email: 'c@example.test',
      role: 'member',
      workspace_id: (await world.ada.gets('/api/workspaces')).items[0].id,
    };
    assert.equal((await world.mallory.posts(path, foreign, 422)).errors[0].path, '/workspace_id');
  });

  const invalid = [
    [{ role: 'member' }, '/email'],
    [{ email: 'not an address', role: 'member' }, '/email'],
    [{ email: 'd@example.test' }, '/role'],
    [{ email: 'd@example.test', role: 'king' }, '/role'],
    [{ email: 'd@example.test', role: 'member', workspace_id: 'main' }, '/workspace_id'],
    [{ email: 'd@example.test', role: 'member', organization_id: newId() }, '/organization_id'],
  ] as const;
  for (const [body, field] of invalid)
    test(`${JSON.stringify(body).slice(0, 70)} is 422 at ${field}`, async () => {
      assert.equal((await world.ada.posts(path, body, 422)).errors[0].path, field);
    });

  test('a token without an invitation is 422', async () => {
    for (const token of ['nonsense', `fi_test_${'a'.repeat(43)}_000000`, world.ada.token])
      assert.equal((await world.nobody.posts(`${path}/open`, { token }, 422)).code, 'token_invalid');
    const answer = await register('e@example.test', 'nonsense');
    assert.deepEqual([answer.status, answer.body.errors[0].path], [422, '/invitation_token']);
  });
});
