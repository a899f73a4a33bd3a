import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { TestServer } from '../../test/server.ts';
import { inWorld, type World } from '../../test/world.ts';
import { patchBetween, revisedSettings } from './revisions.logic.ts';
import { mergePatch } from '../platform/http/merge-patch.logic.ts';

const path = '/api/organizations/me/settings';

let world: World;
inWorld((made: { server: TestServer; world: World }) => ({ world } = made));

test('every change of the settings is a revision with its author and its changes', async () => {
  const { ada, max, mallory } = world;
  assert.deepEqual((await max.gets(`${path}/revisions`)).items, []);
  await ada.patches(path, { thresholds: { answer: 0.9 } });
  await ada.patches(path, { holidays: ['2026-12-25'], thresholds: { answer: null } });
  const { items } = await max.gets(`${path}/revisions`);
  assert.deepEqual(
    items.map((each: { revision: number; current: boolean }) => [each.revision, each.current]),
    [
      [3, true],
      [2, false],
      [1, false],
    ],
  );
  assert.deepEqual(items[0].diff, [
    { path: 'thresholds.answer', from: 0.9, to: 0.7 },
    { path: 'holidays', from: [], to: ['2026-12-25'] },
  ]);
  assert.deepEqual(items[1].diff, [{ path: 'thresholds.answer', from: 0.7, to: 0.9 }]);
  assert.equal(items[1].author.name, 'Ada');
  assert.deepEqual([items[2].author, items[2].diff], [null, []]);
  const first = await max.gets(`${path}/revisions?limit=2`);
  const rest = await max.gets(`${path}/revisions?limit=2&cursor=${first.next_cursor}`);
  assert.deepEqual([...first.items, ...rest.items], items);
  assert.deepEqual((await mallory.gets(`${path}/revisions`)).items, []);
});

test('an organization admin restores a revision as a new one, unless the settings have changed since', async () => {
  const { ada, wim } = world;
  const restore = (n: number, seen: string, who = ada) =>
    who.calls('POST', `${path}/revisions/${n}/restore`, undefined, { 'if-match': seen });
  assert.equal((await restore(2, '"2"')).status, 412);
  assert.equal((await restore(2, '"3"', wim)).status, 403);
  assert.equal((await restore(99, '"3"')).status, 404);
  const restored = await restore(2, '"3"');
  assert.equal(restored.status, 200, restored.text);
  assert.equal(restored.headers['etag'], '"4"');
  assert.deepEqual([restored.body.thresholds.answer, restored.body.holidays], [0.9, []]);
  assert.deepEqual(await ada.gets(path), restored.body);
  const { items } = await ada.gets('/api/audit-events?action=settings.restored');
  assert.deepEqual(Object.keys(items[0].changes).sort(), ['holidays', 'thresholds']);
});

test('restoring checks that the default destination still exists', async () => {
  const { ada, wim } = world;
  const { id } = await wim.posts('/api/routing/destinations', { name: 'Second line', kind: 'queue' });
  const { version } = await ada.patches(path, { default_destination_id: id });
  await ada.patches(path, { default_destination_id: null });
  await wim.deletes(`/api/routing/destinations/${id}`);
  await ada.posts(`${path}/revisions/${version}/restore`, undefined, 422);
});

const document = fc.record(
  {
    max_ai_turns: fc.integer({ min: 1, max: 9 }),
    timezone: fc.constantFrom('UTC', 'Asia/Tokyo'),
    holidays: fc.array(fc.constantFrom('2026-12-25', '2027-01-01'), { maxLength: 2 }),
    thresholds: fc.record(
      { answer: fc.double({ min: 0.5, max: 1, noNaN: true }), clarify: fc.constant(0.2) },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
);

test('the patch between two documents turns the first into the second', () => {
  fc.assert(
    fc.property(document, document, (from, to) => {
      const made = mergePatch(from, patchBetween(from, to));
      assert.deepEqual(revisedSettings({ doc: to, version: 1 }, { doc: made, version: 1 }), []);
    }),
  );
});
