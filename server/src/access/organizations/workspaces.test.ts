import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../platform/process/ids.ts';
import type { TestServer } from '../../../test/server.ts';
import { inWorld, joins, type World } from '../../../test/world.ts';

const path = '/api/workspaces';

let server: TestServer;
let world: World;
inWorld((made) => ({ server, world } = made));

test('a workspace is created, read, renamed and deleted by an organization admin', async () => {
  const made = await world.ada.calls('POST', path, { name: ' North ' });
  assert.deepEqual([made.status, made.body.name, made.body.is_default], [201, 'North', false]);
  assert.equal(made.headers['location'], `${path}/${made.body.id}`);
  const own = `${path}/${made.body.id}`;
  assert.deepEqual(await world.max.gets(own), made.body);
  assert.deepEqual(
    (await world.max.gets(path)).items.map((each: any) => each.name),
    ['Main', 'North'],
  );
  const renamed = await world.ada.calls('PATCH', own, { name: 'Far North' }, { 'if-match': '"1"' });
  assert.deepEqual([renamed.body.name, renamed.body.version, renamed.headers['etag']], ['Far North', 2, '"2"']);
  const stale = await world.ada.calls('PATCH', own, { name: 'South' }, { 'if-match': '"1"' });
  assert.equal(stale.body.code, 'version_conflict');
  assert.deepEqual(await world.ada.patches(own, {}), renamed.body);
  await world.ada.deletes(own);
  await world.ada.gets(own, 404);
});

test('other roles may only read', async () => {
  const { id } = (await world.wim.gets(path)).items[0];
  for (const caller of [world.wim, world.max]) {
    await caller.posts(path, { name: 'Mine' }, 403);
    await caller.patches(`${path}/${id}`, { name: 'Mine' }, 403);
    await caller.deletes(`${path}/${id}`, 403);
  }
  await world.nobody.gets(path, 401);
  for (const other of [id, newId()]) {
    await world.mallory.gets(`${path}/${other}`, 404);
    await world.mallory.patches(`${path}/${other}`, { name: 'Mine' }, 404);
    await world.mallory.deletes(`${path}/${other}`, 404);
  }
});

test('a name is required, and unique without regard to case', async () => {
  for (const [body, field] of [
    [{}, '/name'],
    [{ name: ' ' }, '/name'],
    [{ name: null }, '/name'],
    [{ name: 'x', is_default: true }, '/is_default'],
  ] as const)
    assert.equal((await world.ada.posts(path, body, 422)).errors[0].path, field);
  assert.equal((await world.ada.posts(path, { name: 'MAIN' }, 409)).code, 'already_exists');
  const { id } = await world.ada.posts(path, { name: 'West' });
  assert.equal((await world.ada.patches(`${path}/${id}`, { name: 'main' }, 409)).code, 'already_exists');
  await world.ada.deletes(`${path}/${id}`);
});

test('the last workspace stays, also when two are deleted at the same time', async () => {
  const [{ id: first }] = (await world.mallory.gets(path)).items;
  assert.equal((await world.mallory.calls('DELETE', `${path}/${first}`)).body.code, 'conflict');
  const { id: second } = await world.mallory.posts(path, { name: 'Second' });
  const answers = await Promise.all([first, second].map((id) => world.mallory.calls('DELETE', `${path}/${id}`)));
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [204, 409],
  );
  const { items } = await world.mallory.gets(path);
  assert.deepEqual([items.length, items[0].is_default], [1, true], 'what is left is the default');
  assert.equal((await world.mallory.gets('/api/auth/me')).scope.workspace_id, items[0].id);
});

test('a workspace with members or invitations is in use', async () => {
  const { id } = await world.ada.posts(path, { name: 'East' });
  const eva = await joins(server, 'Eva', { of: world.ada, role: 'member', workspaceId: id });
  const wish = { email: 'fay@example.test', role: 'member', workspace_id: id };
  const { id: invitation } = await world.ada.posts('/api/invitations', wish);
  const refused = await world.ada.calls('DELETE', `${path}/${id}`);
  assert.deepEqual([refused.status, refused.body.code], [409, 'in_use']);
  assert.match(refused.body.detail, /members or invitations/);
  assert.deepEqual(
    refused.body.users.map(({ type, name }: any) => [type, name]),
    [
      ['member', 'Eva'],
      ['invitation', 'fay@example.test'],
    ],
  );
  await eva.gets('/api/organizations/me');
  await world.ada.deletes(`/api/invitations/${invitation}`);
  const members = (await world.ada.gets('/api/members')).items;
  await world.ada.deletes(`/api/members/${members.find((each: any) => each.user.name === 'Eva').id}`);
  await world.ada.deletes(`${path}/${id}`);
});

test('the workspace of a request decides where the caller acts', async () => {
  const { id } = await world.ada.posts(path, { name: 'Scoped' });
  const main = (await world.ada.gets(path)).items[0].id;
  const gus = await joins(server, 'Gus', { of: world.ada, role: 'workspace_admin', workspaceId: id });
  const { id: invitation } = await world.ada.posts('/api/invitations', { email: 'gil@example.test', role: 'member' });
  assert.equal((await gus.calls('GET', '/api/invitations', undefined, { 'x-workspace-id': main })).status, 403);
  const pending = async () =>
    (await gus.gets('/api/invitations')).items.filter((each: any) => each.state === 'pending');
  assert.deepEqual(await pending(), []);
  await gus.gets(`/api/invitations/${invitation}`, 404);
  const scoped = { 'x-workspace-id': id };
  const answer = await world.ada.calls(
    'POST',
    '/api/invitations',
    { email: 'gil2@example.test', role: 'member' },
    scoped,
  );
  assert.equal(answer.body.workspace.id, id);
  assert.equal((await pending()).length, 1);
});
