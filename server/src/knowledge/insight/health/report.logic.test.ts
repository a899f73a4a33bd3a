import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readinessList } from './report.logic.ts';

const documents = Array.from({ length: 6 }, (_, id) => ({ id, retrievable: id % 3 !== 2 }));
const listed = (most: number) => readinessList(documents, most).map(({ id }) => id);

test('documents that cannot be found are kept when the list is cut, in the same order', () => {
  assert.deepEqual(listed(6), [0, 1, 2, 3, 4, 5]);
  assert.deepEqual(listed(4), [0, 1, 2, 5]);
  assert.deepEqual(listed(2), [2, 5]);
  assert.deepEqual(listed(1), [2]);
});
