import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../platform/process/ids.ts';
import { inWorld, type World } from '../../../test/world.ts';
import { defaultMinSimilarity } from '../tags/detection.logic.ts';

const path = '/api/routing/tags';
let world: World;
inWorld((made) => ({ world } = made));

test('a member creates a tag; everybody of the organization reads it', async () => {
  const { max, mallory, nobody } = world;
  const answer = await max.calls('POST', path, {
    name: ' Billing ',
    color: '#ff8800',
    detect: { keywords: ['invoice'] },
  });
  assert.equal(answer.status, 201, answer.text);
  const tag = answer.body;
  assert.equal(answer.headers['location'], `${path}/${tag.id}`);
  assert.equal(answer.headers['etag'], '"1"');
  assert.deepEqual([tag.name, tag.color, tag.description], ['Billing', '#ff8800', null]);
  assert.deepEqual(tag.detect, { keywords: ['invoice'], examples: [], min_similarity: defaultMinSimilarity });
  assert.deepEqual(await max.gets(`${path}/${tag.id}`), tag);
  assert.ok((await max.gets(path)).items.some((each: { id: string }) => each.id === tag.id));
  assert.deepEqual((await mallory.gets(path)).items, []);
  await nobody.gets(path, 401);
});

test('names are unique in the organization, without regard to case; the name of a deleted tag is free again', async () => {
  const { wim, mallory } = world;
  const tag = await wim.posts(path, { name: 'Shipping' });
  assert.equal((await wim.posts(path, { name: 'SHIPPING' }, 409)).code, 'already_exists');
  await mallory.posts(path, { name: 'Shipping' });
  await wim.deletes(`${path}/${tag.id}`);
  await wim.gets(`${path}/${tag.id}`, 404);
  await wim.posts(path, { name: 'shipping' });
});

test('edits are for workspace admins', async () => {
  const { max, wim } = world;
  const tag = await max.posts(path, { name: 'Roles' });
  assert.equal((await max.patches(`${path}/${tag.id}`, { name: 'x' }, 403)).required_role, 'workspace_admin');
  await max.deletes(`${path}/${tag.id}`, 403);
  assert.equal((await wim.patches(`${path}/${tag.id}`, { name: 'Parts' })).version, 2);
});

test('a patch merges, and null removes a member', async () => {
  const { wim } = world;
  const tag = await wim.posts(path, {
    name: 'Merge',
    description: 'd',
    detect: { keywords: ['a'], examples: ['b'], min_similarity: 0.5 },
  });
  const at = `${path}/${tag.id}`;
  assert.deepEqual((await wim.patches(at, { detect: { keywords: ['c'], min_similarity: null } })).detect, {
    keywords: ['c'],
    examples: ['b'],
    min_similarity: defaultMinSimilarity,
  });
  const cleared = await wim.patches(at, { detect: null, description: null });
  assert.deepEqual([cleared.detect, cleared.description, cleared.name], [null, null, 'Merge']);
});

test('If-Match guards against the edits of others', async () => {
  const { wim } = world;
  const tag = await wim.posts(path, { name: 'Guarded' });
  const at = `${path}/${tag.id}`;
  assert.equal((await wim.calls('PATCH', at, { name: 'First' }, { 'if-match': '"1"' })).status, 200);
  const stale = await wim.calls('PATCH', at, { name: 'Second' }, { 'if-match': '"1"' });
  assert.deepEqual([stale.status, stale.body.code], [412, 'version_conflict']);
  assert.equal((await wim.calls('DELETE', at, undefined, { 'if-match': '"1"' })).status, 412);
  assert.equal((await wim.gets(at)).name, 'First');
});

test('a tag of another organization is not found', async () => {
  const { ada, mallory } = world;
  const tag = await ada.posts(path, { name: 'Secret' });
  for (const [method, body] of [
    ['GET', undefined],
    ['PATCH', { name: 'x' }],
    ['DELETE', undefined],
  ] as const) {
    const foreign = await mallory.calls(method, `${path}/${tag.id}`, body, { 'x-request-id': 'same' });
    const random = await mallory.calls(method, `${path}/${newId()}`, body, { 'x-request-id': 'same' });
    assert.equal(foreign.status, 404);
    assert.equal(foreign.text, random.text);
  }
  assert.equal((await ada.gets(`${path}/${tag.id}`)).name, 'Secret');
});

const invalid: readonly (readonly [body: unknown, pointer: string])[] = [
  [{}, '/name'],
  [{ name: '' }, '/name'],
  [{ name: '   ' }, '/name'],
  [{ name: 'x', colour: 'red' }, '/colour'],
  [{ name: 'x', detect: { keyword: [] } }, '/detect/keyword'],
  [{ name: 'x', detect: { min_similarity: 2 } }, '/detect/min_similarity'],
  [{ name: 'x', default_destination_id: '018f0000-0000-7000-8000-000000000000' }, '/default_destination_id'],
];
for (const [body, pointer] of invalid) {
  test(`422 at ${pointer} for ${JSON.stringify(body)}`, async () => {
    const problem = await world.wim.posts(path, body, 422);
    assert.ok(
      problem.errors.some((each: { path: string }) => each.path === pointer),
      JSON.stringify(problem.errors),
    );
  });
}

test('a page continues where the last one ended, even if rows are inserted before it', async () => {
  const { mallory } = world;
  for (const name of ['b', 'D', 'f']) await mallory.posts(path, { name: `page ${name}` });
  const first = await mallory.gets(`${path}?limit=2`);
  await mallory.posts(path, { name: 'page a' });
  const second = await mallory.gets(`${path}?limit=2&cursor=${first.next_cursor}`);
  const names = [...first.items, ...second.items].map((each: { name: string }) => each.name);
  assert.deepEqual(names, ['page b', 'page D', 'page f', 'Shipping']);
  assert.equal(second.next_cursor, null);
  assert.equal((await mallory.gets(`${path}?cursor=nonsense`, 422)).errors[0].path, 'query.cursor');
  const forged = Buffer.from(JSON.stringify(['a', 'not an id'])).toString('base64url');
  await mallory.gets(`${path}?cursor=${forged}`, 422);
});
