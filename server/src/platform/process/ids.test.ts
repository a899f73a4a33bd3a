import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isId, lowestId, newId } from './ids.ts';

test('the ids of one millisecond are UUIDs of version 7 that sort in the order in which they were made', () => {
  const now = Date.UTC(2026, 10, 30);
  const ids = Array.from({ length: 2_000 }, () => newId(now));
  assert.deepEqual(ids.toSorted(), ids);
  for (const id of ids) assert.ok(isId(id) && id[14] === '7' && id >= lowestId(now) && id < lowestId(now + 1), id);
});

test('an id sorts after those of earlier milliseconds, whenever it was made', () => {
  const [later, earlier, latest] = [newId(2_000), newId(1_000), newId(3_000)];
  assert.ok(earlier < later && later < latest);
});
