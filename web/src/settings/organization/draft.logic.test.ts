import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptied, fieldsOf, patchOf, type Draft } from './draft.logic.ts';

// Only the parts that these tests use.
const draft = {
  thresholds: { answer: 0.7, clarify: 0.45 },
  business_hours: [{ days: [1, 2], from: '09:00', to: '17:00' }],
  holidays: ['2026-12-25'],
  default_destination_id: null,
  retention_days: { messages: 30, decisions: null, playground: 90 },
} as unknown as Draft;

test('a merge patch contains only what differs', () => {
  assert.deepEqual(patchOf(draft, structuredClone(draft)), {});
  const after = { ...draft, thresholds: { answer: 0.8, clarify: 0.45 } };
  assert.deepEqual(patchOf(draft, after), { thresholds: { answer: 0.8 } });
});

test('lists are replaced as a whole, and null restores the default', () => {
  const after = { ...draft, holidays: [], retention_days: { ...draft.retention_days, messages: null } };
  assert.deepEqual(patchOf(draft, after), { holidays: [], retention_days: { messages: null } });
});

test('a changed setting is named by its path', () => {
  const after = { ...draft, holidays: [], thresholds: { answer: 0.8, clarify: 0.5 } };
  assert.deepEqual(fieldsOf(patchOf(draft, after)), ['thresholds.answer', 'thresholds.clarify', 'holidays']);
});

test('an emptied number is an error, an emptied time without limit is not', () => {
  const after = {
    ...draft,
    thresholds: { ...draft.thresholds, answer: '' },
    retention_days: { ...draft.retention_days, messages: null },
  } as unknown as Draft;
  assert.deepEqual(emptied(after, draft), ['thresholds.answer']);
});
