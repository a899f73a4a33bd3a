import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inWorld, type World } from '../../../../test/world.ts';

let world: World;
inWorld((made) => ({ world } = made));

const path = '/api/knowledge/collections';

test('a workspace admin creates and changes collections, and every member sees them', async () => {
  const { wim, max } = world;
  const made = await wim.calls('POST', path, { name: 'Help centre', description: 'For everybody' });
  assert.equal(made.status, 201);
  assert.equal(made.headers['location'], `${path}/${made.body.id}`);
  assert.deepEqual([made.body.enabled, made.body.document_count, made.body.version], [true, 0, 1]);
  const changed = await wim.patches(`${path}/${made.body.id}`, { enabled: false, description: null });
  assert.deepEqual(
    [changed.name, changed.description, changed.enabled, changed.version],
    ['Help centre', null, false, 2],
  );
  assert.deepEqual(await max.gets(`${path}/${made.body.id}`), changed);
});

test('each page of collections continues after the one before', async () => {
  const { wim } = world;
  for (const name of ['A', 'B', 'C']) await wim.posts(path, { name });
  const first = await wim.gets(`${path}?limit=2`);
  const second = await wim.gets(`${path}?limit=200&cursor=${first.next_cursor}`);
  const all = await wim.gets(path);
  assert.deepEqual([...first.items, ...second.items], all.items);
  assert.equal(second.next_cursor, null);
  const refused = await wim.gets(`${path}?cursor=nonsense`, 422);
  assert.equal(refused.errors[0].path, 'query.cursor');
});

test('a change based on an older version is refused', async () => {
  const { wim } = world;
  const { id } = await wim.posts(path, { name: 'Contested' });
  const stale = await wim.calls('PATCH', `${path}/${id}`, { name: 'Mine' }, { 'if-match': '"7"' });
  assert.deepEqual([stale.status, stale.body.code], [412, 'version_conflict']);
  const fresh = await wim.calls('PATCH', `${path}/${id}`, { name: 'Mine' }, { 'if-match': '"1"' });
  assert.equal(fresh.headers['etag'], '"2"');
});

test('invalid input is refused with a JSON pointer', async () => {
  const { wim } = world;
  for (const [body, pointer] of [
    [{}, '/name'],
    [{ name: '  ' }, '/name'],
    [{ name: 'A', colour: 'red' }, '/colour'],
    [{ name: 'A', enabled: 'yes' }, '/enabled'],
  ] as const) {
    const refused = await wim.posts(path, body, 422);
    assert.equal(refused.errors[0].path, pointer);
  }
});

test('a member may read but not change collections, a stranger may do neither', async () => {
  const { wim, max, mallory, nobody } = world;
  const { id } = await wim.posts(path, { name: 'Ours' });
  const missing = '01890000-0000-7000-8000-000000000000';
  assert.equal((await max.posts(path, { name: 'A' }, 403)).required_role, 'workspace_admin');
  await max.patches(`${path}/${id}`, { name: 'A' }, 403);
  await max.deletes(`${path}/${id}`, 403);
  await nobody.gets(path, 401);
  assert.deepEqual((await mallory.gets(path)).items, []);
  for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
    const body = method === 'PATCH' ? { name: 'Theirs' } : undefined;
    const foreign = await mallory.calls(method, `${path}/${id}`, body, { 'x-request-id': 'same' });
    const unknown = await mallory.calls(method, `${path}/${missing}`, body, { 'x-request-id': 'same' });
    assert.equal(foreign.status, 404);
    assert.equal(foreign.text, unknown.text);
  }
});

test('only an empty collection can be deleted', async () => {
  const { wim } = world;
  const { id } = await wim.posts(path, { name: 'Short-lived' });
  const document = { collection_id: id, title: 'A', text: 'Some text.' };
  const { id: documentId } = await wim.posts('/api/knowledge/documents/text', document, 202);
  assert.equal((await wim.deletes(`${path}/${id}`, 409)).code, 'in_use');
  await wim.deletes(`/api/knowledge/documents/${documentId}`);
  await wim.deletes(`${path}/${id}`);
  await wim.gets(`${path}/${id}`, 404);
});
