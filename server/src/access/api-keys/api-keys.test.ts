import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Role } from '@desk/contract/access';
import { newId } from '../../platform/process/ids.ts';
import type { TestServer } from '../../../test/server.ts';
import { eventually } from '../../../test/story/stage.ts';
import { inWorld, Caller, type World } from '../../../test/world.ts';

const path = '/api/api-keys';
const organization = '/api/organizations/me';
const hour = 3_600_000;

let server: TestServer;
let world: World;
inWorld((made) => ({ server, world } = made));

async function keyOf(role: Role, more: object = {}) {
  const made = await world.ada.posts(path, { name: `The ${role} script`, role, ...more });
  const caller = new Caller(server, { name: made.name, token: made.key, userId: '', organizationId: '' });
  return { ...made, caller };
}

describe('an API key', () => {
  test('is shown once; lists show its prefix', async () => {
    const answer = await world.ada.calls('POST', path, { name: ' Nightly import ', role: 'member' });
    const { key, ...rest } = answer.body;
    assert.deepEqual([answer.status, answer.headers['location']], [201, `${path}/${rest.id}`]);
    assert.match(key, /^fk_test_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}$/);
    assert.deepEqual(
      [rest.name, rest.role, rest.prefix, rest.created_by.name, rest.expires_at, rest.last_used_at],
      ['Nightly import', 'member', key.slice(0, 14), 'Ada', null, null],
    );
    assert.deepEqual(await world.ada.gets(`${path}/${rest.id}`), rest);
    assert.deepEqual((await world.ada.gets(path)).items.at(-1), rest);
    const { rows } = await server.desk.db.owner.query('select k::text as kept from api_key k');
    assert.ok(rows.length > 0 && rows.every((row) => !String(row['kept']).includes(key.slice(15, 50))));
  });

  test('allows what its role may do in its organization, and no more', async () => {
    const [lowest, middle, highest] = [await keyOf('member'), await keyOf('workspace_admin'), await keyOf('org_admin')];
    assert.equal((await lowest.caller.gets(organization)).id, world.birch.organizationId);
    await lowest.caller.gets('/api/conversations');
    assert.equal((await lowest.caller.patches(organization, { name: 'Bark' }, 403)).required_role, 'org_admin');
    await lowest.caller.posts('/api/routing/destinations', {}, 403);
    await middle.caller.posts('/api/routing/destinations', {}, 422);
    await middle.caller.posts(path, { name: 'More', role: 'member' }, 403);
    await middle.caller.patches('/api/organizations/me/settings', {}, 403);
    await highest.caller.patches(organization, { name: 'Birch' });
    await highest.caller.posts(path, { name: 'Another', role: 'member' });
  });

  test('belongs to one organization and its workspaces', async () => {
    const { caller } = await keyOf('member');
    const as = (headers: Record<string, string>) => caller.calls('GET', organization, undefined, headers);
    const workspaceOf = async (who: Caller) => (await who.gets('/api/workspaces')).items[0].id;
    assert.equal((await as({ 'x-organization-id': world.birch.organizationId.toUpperCase() })).status, 200);
    assert.equal((await as({ 'x-workspace-id': await workspaceOf(world.ada) })).status, 200);
    for (const headers of [
      { 'x-organization-id': world.cedar.organizationId },
      { 'x-organization-id': newId() },
      { 'x-workspace-id': await workspaceOf(world.mallory) },
      { 'x-workspace-id': newId() },
    ] as Record<string, string>[]) {
      const answer = await as(headers);
      assert.deepEqual([answer.status, answer.body.code], [403, 'scope_mismatch'], JSON.stringify(headers));
    }
    assert.equal((await as({ 'x-organization-id': 'nonsense' })).status, 400);
  });

  test('is refused on endpoints that are about a person', async () => {
    const { caller } = await keyOf('org_admin');
    for (const [method, url] of [
      ['GET', '/api/auth/me'],
      ['PATCH', '/api/auth/me'],
      ['POST', '/api/auth/logout'],
      ['POST', '/api/invitations/accept'],
    ] as const) {
      const answer = await caller.calls(method, url, method === 'GET' ? undefined : {});
      assert.deepEqual([answer.status, answer.body.code], [403, 'person_required'], url);
    }
  });

  test('is void at once when it is revoked or expires', async () => {
    const revoked = await keyOf('member');
    await revoked.caller.gets(organization);
    await world.ada.deletes(`${path}/${revoked.id}`);
    const answer = await revoked.caller.calls('GET', organization);
    assert.deepEqual([answer.status, answer.body.code], [401, 'token_invalid']);
    await world.ada.deletes(`${path}/${revoked.id}`, 404);
    const expires_at = new Date(server.desk.clock.now().getTime() + hour).toISOString();
    const short = await keyOf('member', { expires_at });
    assert.equal(short.expires_at, expires_at);
    await short.caller.gets(organization);
    server.pass(hour);
    assert.equal((await short.caller.calls('GET', organization)).body.code, 'token_expired');
    server.pass(-hour);
  });

  test('is 401 if it is of another environment, mistyped or invented', async () => {
    const { key } = await keyOf('member');
    const last = key.endsWith('0') ? '1' : '0';
    for (const token of [
      key.replace('_test_', '_prod_'),
      key.slice(0, -1) + last,
      key.replace('fk_', 'fd_'),
      'fk_',
      'fk_test_x',
    ]) {
      const answer = await new Caller(server, { name: 'Key', token, userId: '', organizationId: '' }).calls(
        'GET',
        organization,
      );
      assert.deepEqual([answer.status, answer.body.code], [401, 'token_invalid'], token);
    }
  });

  test('records its last use once a minute', async () => {
    const { id, caller } = await keyOf('member');
    const lastUse = async () => (await world.ada.gets(`${path}/${id}`)).last_used_at;
    await caller.gets(organization);
    const first = server.desk.clock.now().toISOString();
    await eventually(async () => assert.equal(await lastUse(), first));
    server.pass(59_000);
    await caller.gets(organization);
    assert.equal(await lastUse(), first);
    server.pass(1_000);
    await caller.gets(organization);
    await eventually(async () => assert.equal(await lastUse(), server.desk.clock.now().toISOString()));
  });

  test('is the actor in the audit log', async () => {
    const { id, caller } = await keyOf('org_admin');
    await caller.patches(organization, { name: 'Birch by key' });
    const { items } = await world.ada.gets('/api/audit-events?action=organization.updated&limit=1');
    assert.deepEqual(items[0].actor, { type: 'api_key', id, name: 'The org_admin script' });
    const { items: made } = await world.ada.gets(`/api/audit-events?subject_id=${id}`);
    assert.deepEqual(
      made.map(({ action, actor }: any) => [action, actor.name]),
      [['api_key.created', 'Ada']],
    );
  });
});

describe('API keys', () => {
  test('are managed by the admins of their own organization', async () => {
    const { id } = await keyOf('member');
    for (const caller of [world.wim, world.max]) {
      await caller.gets(path, 403);
      await caller.gets(`${path}/${id}`, 403);
      await caller.posts(path, { name: 'x', role: 'member' }, 403);
      await caller.deletes(`${path}/${id}`, 403);
    }
    await world.nobody.gets(path, 401);
    for (const other of [id, newId()]) {
      await world.mallory.gets(`${path}/${other}`, 404);
      await world.mallory.deletes(`${path}/${other}`, 404);
    }
    assert.deepEqual((await world.mallory.gets(path)).items, []);
    await world.ada.gets(`${path}/${id}`);
  });

  const invalid = [
    [{ role: 'member' }, '/name'],
    [{ name: 'x' }, '/role'],
    [{ name: 'x', role: 'operator' }, '/role'],
    [{ name: 'x', role: 'member', expires_at: 'soon' }, '/expires_at'],
    [{ name: 'x', role: 'member', expires_at: '2020-01-01T00:00:00Z' }, '/expires_at'],
    [{ name: 'x', role: 'member', key: 'fk_test_mine' }, '/key'],
  ] as const;
  for (const [body, field] of invalid)
    test(`${JSON.stringify(body)} is 422 at ${field}`, async () => {
      assert.equal((await world.ada.posts(path, body, 422)).errors[0].path, field);
    });
});
