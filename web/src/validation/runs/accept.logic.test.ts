import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accept, expectsTheSame } from './accept.logic.ts';

const before = {
  turns: [{ customer: 'Hello', expect: { outcome: 'clarify' as const } }, { customer: 'Is it free?' }],
  expect: {
    outcome: 'answer' as const,
    confidence_min: 0.9,
    sources_any: ['Prices'],
    answer: { must_include: ['free', 'always', 'for you'], must_not_include: ['never'] },
  },
};
const failed = (path: string, expected: unknown, actual: unknown) => ({ path, expected, actual, ok: false });

test('actual results replace the expectations that failed, and the rest stays', () => {
  const { expect, turns, changes } = accept(before, [
    failed('/turns/0/expect/outcome', 'clarify', 'answer'),
    { path: '/expect/outcome', expected: 'answer', actual: 'answer', ok: true },
    failed('/expect/confidence_min', 0.9, 0.8765),
    failed('/expect/sources_any', ['Prices'], ['Plans', 'Plans']),
    failed('/expect/answer/must_include/0', 'free', 'It costs 5 €.'),
    failed('/expect/answer/must_include/2', 'for you', 'It costs 5 €.'),
    failed('/expect/answer/must_not_include/0', 'never', 'It costs 5 €.'),
  ]);
  assert.deepEqual(turns, [{ customer: 'Hello', expect: { outcome: 'answer' } }, { customer: 'Is it free?' }]);
  assert.deepEqual(expect, {
    outcome: 'answer',
    confidence_min: 0.87,
    sources_any: ['Plans'],
    answer: { must_include: ['always'] },
  });
  assert.equal(changes.length, 6);
  assert.deepEqual(before.expect.answer.must_include, ['free', 'always', 'for you'], 'the case itself is left alone');
});

test('an expectation without a possible replacement is dropped', () => {
  const { expect } = accept(before, [
    failed('/expect/outcome', 'answer', 'escalate'),
    failed('/expect/confidence_min', 0.9, null),
    failed('/expect/sources_any', ['Prices'], []),
  ]);
  assert.deepEqual(expect, { outcome: 'escalate', answer: before.expect.answer });
});

test('a case that was edited since the run does not match', () => {
  assert.ok(expectsTheSame(before, structuredClone(before)));
  assert.ok(!expectsTheSame(before, { ...before, expect: { outcome: 'answer' } }));
});
