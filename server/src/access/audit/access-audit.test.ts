import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestServer } from '../../../test/server.ts';
import {
  inWorld,
  addressOf,
  Caller,
  password,
  registers,
  tokenIn,
  type Answer,
  type World,
} from '../../../test/world.ts';

let server: TestServer;
let world: World;
inWorld((made) => ({ server, world } = made));

const eventsOf = async (caller: Caller) => (await caller.gets('/api/audit-events?limit=200')).items;
const post = (path: string, body?: object) => world.nobody.calls('POST', path, body);
const signsIn = async (name: string): Promise<Caller> => {
  const { body } = await post('/api/auth/login', { email: addressOf(name), password });
  return new Caller(server, { name, token: body.access_token, userId: body.user.id, organizationId: '' });
};

/** Runs `work`, which must return `status`. Returns the entries that it has left in Birch, oldest first. */
async function leaves(work: () => Promise<Answer>, status: number): Promise<any[]> {
  const before = await eventsOf(world.ada);
  const answer = await work();
  assert.equal(answer.status, status, answer.text);
  const all = await eventsOf(world.ada);
  return all.slice(0, all.length - before.length).reverse();
}

test('each change of access leaves one entry with actor, action and subject', async () => {
  const { ada, birch } = world;
  const idIn = async (path: string, name: string) =>
    (await ada.gets(`${path}?limit=200`)).items.find((each: any) =>
      [each.name, each.email, each.user?.name].includes(name),
    ).id;
  const email = 'una@example.test';
  let link = '';
  const steps: [action: string, status: number, work: () => Promise<Answer>, changes?: object][] = [
    [
      'organization.updated',
      200,
      () => ada.calls('PATCH', '/api/organizations/me', { slug: 'birch-two' }),
      { slug: { from: 'birch', to: 'birch-two' } },
    ],
    ['workspace.created', 201, () => ada.calls('POST', '/api/workspaces', { name: 'North' }), {}],
    [
      'workspace.updated',
      200,
      async () => ada.calls('PATCH', `/api/workspaces/${await idIn('/api/workspaces', 'North')}`, { name: 'South' }),
      { name: { from: 'North', to: 'South' } },
    ],
    [
      'workspace.deleted',
      204,
      async () => ada.calls('DELETE', `/api/workspaces/${await idIn('/api/workspaces', 'South')}`),
      {},
    ],
    ['invitation.created', 201, () => ada.calls('POST', '/api/invitations', { email, role: 'member' })],
    [
      'invitation.revoked',
      204,
      async () => ada.calls('DELETE', `/api/invitations/${await idIn('/api/invitations', email)}`),
      {},
    ],
    [
      'invitation.created',
      201,
      async () => {
        const answer = await ada.calls('POST', '/api/invitations', { email, role: 'org_admin' });
        link = answer.body.invitation_url;
        return answer;
      },
      { role: { to: 'org_admin' }, workspace_id: { to: null } },
    ],
    [
      'invitation.accepted',
      201,
      () => post('/api/auth/register', { email, password, name: 'Una', invitation_token: tokenIn(link) }),
    ],
    [
      'member.updated',
      200,
      async () => ada.calls('PATCH', `/api/members/${await idIn('/api/members', 'Una')}`, { role: 'member' }),
    ],
    ['member.removed', 204, async () => ada.calls('DELETE', `/api/members/${await idIn('/api/members', 'Una')}`)],
    ['api_key.created', 201, () => ada.calls('POST', '/api/api-keys', { name: 'Nightly', role: 'member' })],
    [
      'api_key.revoked',
      204,
      async () => ada.calls('DELETE', `/api/api-keys/${await idIn('/api/api-keys', 'Nightly')}`),
      {},
    ],
  ];
  for (const [action, status, work, changes] of steps) {
    const found = await leaves(work, status);
    assert.deepEqual(
      found.map((each) => each.action),
      [action],
    );
    const [{ actor, ip, changes: noted }] = found;
    assert.deepEqual([actor.name, ip], [action === 'invitation.accepted' ? 'Una' : 'Ada', '127.0.0.1'], action);
    if (changes) assert.deepEqual(noted, changes, action);
  }
  assert.ok(birch.organizationId);
  assert.doesNotMatch(JSON.stringify(await eventsOf(ada)), /f[ki]_test_/, 'no secret is written down');
});

test('requests that change nothing leave no entry', async () => {
  const [{ id: main }] = (await world.ada.gets('/api/workspaces')).items;
  const before = await eventsOf(world.ada);
  await world.ada.patches(`/api/workspaces/${main}`, { name: 'Main' });
  await world.ada.patches('/api/auth/me', { name: 'Ada', locale: 'en' });
  await world.ada.deletes(`/api/workspaces/${main}`, 409);
  await world.ada.posts('/api/invitations', { email: addressOf('Max'), role: 'member' }, 409);
  await world.max.posts('/api/invitations', { email: 'x@example.test', role: 'member' }, 403);
  await world.nobody.posts('/api/auth/login', { email: 'stranger@example.test', password }, 401);
  assert.deepEqual(await eventsOf(world.ada), before);
});

test('a person’s changes to their own account are recorded in each of their organizations', async () => {
  const oda = await registers(server, 'Oda', 'Oak');
  const { invitation_url } = await world.ada.posts('/api/invitations', { email: addressOf('Oda'), role: 'member' });
  await oda.posts('/api/invitations/accept', { token: tokenIn(invitation_url) }, 200);
  const inOak = async () =>
    (await oda.calls('GET', '/api/audit-events', undefined, { 'x-organization-id': oda.organizationId })).body.items;
  const changed = { current_password: password, new_password: 'an entirely different one' };
  const steps: [action: string, status: number, work: () => Promise<Answer>][] = [
    ['user.signed_in', 200, () => post('/api/auth/login', { email: addressOf('Oda'), password })],
    ['user.sign_in_failed', 401, () => post('/api/auth/login', { email: addressOf('Oda'), password: 'a wrong one' })],
    ['user.updated', 200, () => oda.calls('PATCH', '/api/auth/me', { name: 'Odalys' })],
    ['user.password_changed', 200, () => oda.calls('PATCH', '/api/auth/me', changed)],
  ];
  for (const [action, status, work] of steps) {
    const before = await inOak();
    const found = await leaves(work, status);
    assert.deepEqual(
      found.map((each) => [each.action, each.subject.id]),
      [[action, oda.userId]],
    );
    const here = await inOak();
    assert.deepEqual([here.length, here[0].action, here[0].changes], [before.length + 1, action, found[0].changes]);
    assert.equal(found[0].actor.type, action === 'user.sign_in_failed' ? 'system' : 'user');
  }
  assert.doesNotMatch(JSON.stringify(await inOak()), /argon2|entirely different/);
});

test('the end of a session is recorded: a sign-out, or a revocation because a refresh token was reused', async () => {
  const max = await signsIn('Max');
  const out = await leaves(() => max.calls('POST', '/api/auth/logout'), 204);
  assert.deepEqual(
    out.map((each) => [each.action, each.actor.name]),
    [['user.signed_out', 'Max']],
  );
  const { body } = await post('/api/auth/login', { email: addressOf('Max'), password });
  const { refresh_token } = body;
  assert.deepEqual(await leaves(() => post('/api/auth/refresh', { refresh_token }), 200), []);
  const reused = await leaves(() => post('/api/auth/refresh', { refresh_token }), 401);
  assert.deepEqual(
    reused.map((each) => [each.action, each.actor.type, each.subject.name]),
    [['session.revoked_for_reuse', 'system', 'Max']],
  );
  assert.deepEqual(await leaves(() => post('/api/auth/refresh', { refresh_token }), 401), [], 'once');
});
