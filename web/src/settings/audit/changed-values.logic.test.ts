import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedValues } from './changed-values.logic.ts';

test('of an object only the members that differ are shown, lists as a whole', () => {
  const changes = {
    thresholds: { from: { answer: 0.7, clarify: 0.45 }, to: { answer: 0.8, clarify: 0.45 } },
    holidays: { from: [], to: ['2026-12-25'] },
  };
  assert.deepEqual(changedValues(changes), [
    { field: 'thresholds.answer', before: '0.7', after: '0.8' },
    { field: 'holidays', before: '[]', after: '["2026-12-25"]' },
  ]);
});

test('a value that was not there is no value, and a secret has neither', () => {
  assert.deepEqual(changedValues({ name: { to: 'Birch' }, secret: {} }), [
    { field: 'name', before: null, after: 'Birch' },
    { field: 'secret', before: null, after: null },
  ]);
});
