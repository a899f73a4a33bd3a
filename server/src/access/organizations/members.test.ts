import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { newId } from '../../platform/process/ids.ts';
import { startServer, type TestServer } from '../../../test/server.ts';
import { createWorld, joins, type Caller, type World } from '../../../test/world.ts';

let server: TestServer;
let world: World;
let south: string;
before(async () => {
  server = await startServer();
  world = await createWorld(server);
  south = (await world.ada.posts('/api/workspaces', { name: 'South' })).id;
});
after(() => server.close());

const memberOf = async (caller: Caller) => {
  const { items } = await world.ada.gets('/api/members');
  return items.find((each: any) => each.user.id === caller.userId) ?? assert.fail(`${caller.name} is no member`);
};
const pathOf = async (caller: Caller) => `/api/members/${(await memberOf(caller)).id}`;

describe('members', () => {
  test('are listed with person, role and workspace, page by page, to each member of the organization', async () => {
    const { items, next_cursor } = await world.max.gets('/api/members?limit=2');
    assert.deepEqual(
      items.map(({ user, role, workspace }: any) => [user.name, user.email, role, workspace?.name ?? null]),
      [
        ['Ada', 'ada@example.test', 'org_admin', null],
        ['Wim', 'wim@example.test', 'workspace_admin', 'Main'],
      ],
    );
    assert.ok(items.every(({ user }: any) => typeof user.email_verified === 'boolean'));
    const me = await world.ada.gets('/api/auth/me');
    assert.equal(items[0].user.email_verified, me.email_verified, 'an unproven address is shown as one');
    const rest = await world.max.gets(`/api/members?cursor=${next_cursor}`);
    assert.deepEqual(
      rest.items.map((each: any) => each.user.name),
      ['Max'],
    );
    assert.equal(rest.next_cursor, null);
    assert.deepEqual(await world.max.gets(await pathOf(world.max)), rest.items[0]);
    await world.max.gets('/api/members?cursor=nonsense', 422);
    await world.nobody.gets('/api/members', 401);
  });

  test('of another organization are not found', async () => {
    const path = await pathOf(world.max);
    await world.ada.gets(path);
    await world.mallory.gets(path, 404);
    await world.mallory.patches(path, { role: 'member' }, 404);
    await world.mallory.deletes(path, 404);
    assert.equal((await world.mallory.gets('/api/members')).items.length, 1);
  });

  test('get a new role and workspace, which take effect at the next request', async () => {
    const path = await pathOf(world.max);
    await world.max.posts('/api/routing/destinations', {}, 403);
    const raised = await world.ada.calls('PATCH', path, { role: 'workspace_admin', workspace_id: south });
    assert.deepEqual(
      [raised.status, raised.body.role, raised.body.workspace.name, raised.headers['etag']],
      [200, 'workspace_admin', 'South', `"${raised.body.version}"`],
    );
    await world.max.posts('/api/routing/destinations', {}, 422);
    assert.equal((await world.ada.patches(path, { role: 'org_admin' })).workspace, null);
    await world.max.gets('/api/api-keys');
    const back = await world.ada.patches(path, { role: 'member' });
    assert.equal(back.workspace.name, 'Main', 'who is no organization admin any more comes into the default workspace');
    await world.max.gets('/api/api-keys', 403);
    assert.deepEqual(await world.ada.patches(path, {}), back);
  });

  test('cannot be moved to a place that does not exist or does not fit the role', async () => {
    const path = await pathOf(world.max);
    const mallorys = (await world.mallory.gets('/api/workspaces')).items[0].id;
    for (const [body, field] of [
      [{ role: 'king' }, '/role'],
      [{ role: 'member', workspace_id: newId() }, '/workspace_id'],
      [{ workspace_id: mallorys }, '/workspace_id'],
      [{ workspace_id: null }, '/workspace_id'],
      [{ role: 'org_admin', workspace_id: south }, '/workspace_id'],
      [{ user_id: world.wim.userId }, '/user_id'],
    ] as const) {
      const { errors } = await world.ada.patches(path, body, 422);
      assert.equal(errors[0].path, field, JSON.stringify(body));
    }
    const stale = await world.ada.calls('PATCH', path, { role: 'org_admin' }, { 'if-match': '"99"' });
    assert.equal(stale.status, 412);
    await world.ada.patches(`/api/members/${newId()}`, { role: 'member' }, 404);
  });
});

describe('a workspace admin', () => {
  test('changes and removes members of their own workspace, and nobody else', async () => {
    const nora = await joins(server, 'Nora', { of: world.ada, role: 'member', workspaceId: south });
    const nina = await joins(server, 'Nina', { of: world.ada, role: 'member' });
    const [admin, foreign, own] = [await pathOf(world.ada), await pathOf(nora), await pathOf(nina)];
    for (const path of [admin, foreign]) {
      const refused = await world.wim.patches(path, { role: 'member' }, 403);
      assert.equal(refused.required_role, 'org_admin');
      await world.wim.deletes(path, 403);
    }
    for (const body of [{ role: 'workspace_admin' }, { role: 'org_admin' }, { workspace_id: south }])
      await world.wim.patches(own, body, 403);
    await world.wim.patches(own, { role: 'member' });
    await world.wim.deletes(`/api/members/${newId()}`, 404);
    await world.wim.deletes(own);
    await nina.gets('/api/organizations/me', 403);
    await nora.gets('/api/organizations/me');
  });

  test('of another workspace is not found here', async () => {
    const una = await joins(server, 'Una', { of: world.ada, role: 'workspace_admin', workspaceId: south });
    await una.deletes(await pathOf(world.max), 403);
  });
});

describe('a member', () => {
  test('may change or remove nobody, and gets the same reply for unknown ids', async () => {
    for (const path of [await pathOf(world.wim), `/api/members/${newId()}`]) {
      await world.max.patches(path, { role: 'member' }, 403);
      await world.max.deletes(path, 403);
    }
    await world.max.patches(await pathOf(world.max), { role: 'org_admin' }, 403);
  });

  test('may leave, with effect at once', async () => {
    const lea = await joins(server, 'Lea', { of: world.ada, role: 'member' });
    await lea.deletes(await pathOf(lea));
    await lea.gets('/api/organizations/me', 403);
    assert.deepEqual((await lea.gets('/api/auth/me')).memberships, []);
    const { items } = await world.ada.gets('/api/audit-events?action=member.left');
    assert.deepEqual([items.length, items[0].actor.name, items[0].subject.name], [1, 'Lea', 'Lea']);
  });
});

describe('the last organization admin', () => {
  test('can neither be demoted nor removed, nor leave', async () => {
    const [{ id }] = (await world.mallory.gets('/api/members')).items;
    const path = `/api/members/${id}`;
    for (const answer of [
      await world.mallory.calls('PATCH', path, { role: 'member' }),
      await world.mallory.calls('DELETE', path),
    ])
      assert.deepEqual([answer.status, answer.body.code], [409, 'conflict']);
    assert.equal((await world.mallory.gets(path)).role, 'org_admin');
  });

  test('remains if two admins demote and remove each other at the same time', async () => {
    const otto = await joins(server, 'Otto', { of: world.mallory, role: 'org_admin' });
    const { items } = await world.mallory.gets('/api/members');
    const idOf = (caller: Caller) => items.find((each: any) => each.user.id === caller.userId).id;
    const answers = await Promise.all([
      world.mallory.calls('PATCH', `/api/members/${idOf(otto)}`, { role: 'member' }),
      otto.calls('DELETE', `/api/members/${idOf(world.mallory)}`),
    ]);
    // The second request comes from the last admin, or from a person who is no longer an admin.
    const [demoted, removed] = answers.map(({ status }) => status);
    assert.equal(Number(demoted === 200) + Number(removed === 204), 1, `${demoted} and ${removed}`);
    const rows = await server.desk.db.owner.query(
      `select count(*)::int as n from membership where organization_id = $1 and role = 'org_admin'`,
      [world.cedar.organizationId],
    );
    assert.equal(rows.rows[0]?.['n'], 1);
  });
});
