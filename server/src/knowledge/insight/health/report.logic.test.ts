import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readinessList } from './report.logic.ts';

const documents = Array.from({ length: 6 }, (_, id) => ({ id, retrievable: id % 3 !== 2 }));
const listed = (most: number) => readinessList(documents, most).map(({ id }) => id);

test('of more documents than are listed those that cannot be found are kept, in the same order', () => {
  assert.deepEqual(listed(6), [0, 1, 2, 3, 4, 5]);
  assert.deepEqual(listed(4), [0, 1, 2, 5]);
  assert.deepEqual(listed(2), [2, 5]);
  assert.deepEqual(listed(1), [2]);
});
