import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestServer } from '../../../test/server.ts';
import { inWorld, type World } from '../../../test/world.ts';

let world: World;
inWorld((made: { server: TestServer; world: World }) => ({ world } = made));

const readPolicy = () => world.wim.gets('/api/routing/policy');
const restores = (revision: number) =>
  world.wim.posts(`/api/routing/policy/revisions/${revision}/restore`, undefined, 200);
const namesOf = (items: { id: string; name: string }[]) =>
  Object.fromEntries(items.filter(({ name }) => name !== 'Internal queue').map(({ id, name }) => [name, id]));

for (const [kind, extra] of [
  ['tags', {}],
  ['destinations', { kind: 'queue' }],
] as const) {
  test(`a revision is restored although two ${kind} have exchanged their names since`, async () => {
    const { wim } = world;
    const path = `/api/routing/${kind}`;
    const renames = (id: string, name: string) => wim.patches(`${path}/${id}`, { name });
    const [one, other] = [
      await wim.posts(path, { name: 'One', ...extra }),
      await wim.posts(path, { name: 'Other', ...extra }),
    ];
    const { revision } = await readPolicy();
    await renames(one.id, 'Meanwhile');
    await renames(other.id, 'One');
    await renames(one.id, 'Other');
    const exchanged = await readPolicy();
    const restored = await restores(revision);
    assert.deepEqual(namesOf(restored[kind]), { One: one.id, Other: other.id });
    assert.deepEqual(namesOf((await restores(exchanged.revision))[kind]), { One: other.id, Other: one.id });
  });
}

test('a rule that was deleted and restored has a version that it never had, so that no old ETag matches', async () => {
  const { wim } = world;
  const path = '/api/routing/rules';
  const { id, version } = await wim.posts(path, { name: 'Low', when: {}, then: { priority: 'low' } });
  await wim.patches(`${path}/${id}`, { then: { priority: 'high' } });
  const { revision } = await readPolicy();
  await wim.deletes(`${path}/${id}`);
  await restores(revision);
  const stale = await wim.calls('PATCH', `${path}/${id}`, { name: 'Lower' }, { 'if-match': `"${version}"` });
  assert.equal(stale.body.code, 'version_conflict');
  const rule = await wim.gets(`${path}/${id}`);
  assert.deepEqual([rule.name, rule.then.priority], ['Low', 'high']);
});
