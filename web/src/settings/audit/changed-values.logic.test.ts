import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedValues } from './changed-values.logic.ts';

test('an object shows only its members that differ, and a list is shown as a whole', () => {
  const changes = {
    thresholds: { from: { answer: 0.7, clarify: 0.45 }, to: { answer: 0.8, clarify: 0.45 } },
    holidays: { from: [], to: ['2026-12-25'] },
  };
  assert.deepEqual(changedValues(changes), [
    { field: 'thresholds.answer', before: '0.7', after: '0.8' },
    { field: 'holidays', before: '[]', after: '["2026-12-25"]' },
  ]);
});

test('an absent value is null, and a secret shows neither value', () => {
  assert.deepEqual(changedValues({ name: { to: 'Birch' }, secret: {} }), [
    { field: 'name', before: null, after: 'Birch' },
    { field: 'secret', before: null, after: null },
  ]);
});
