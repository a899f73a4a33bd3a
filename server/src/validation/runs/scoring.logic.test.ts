import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Decision } from '@desk/contract/decisions';
import type { Expectation } from '@desk/contract/suite';
import { matchesPattern } from '../../routing/index.ts';
import { judge, judgedTogether, type Judgement, type RehearsedReply } from './scoring.logic.ts';

const source = { document_id: 'd-1', version: 3, chunk_id: 'c-1', title: 'Refunds', quote: '…' };
const decision = {
  outcome: 'answer',
  reason: 'confident',
  confidence: { value: 0.8 },
  answer: { text: 'Refunds take  FIVE days.', citations: [{ ...source, url: 'https://help.test/refunds' }] },
  signals: { tags: [{ id: 't-1', name: 'Billing' }] },
  destination: { id: 'q-1', name: 'Second line' },
} as unknown as Decision;
const reply: RehearsedReply = { decision, words: 'Refunds take  FIVE days.\n\nRobin, an assistant', language: 'en' };

const judged = (expect: Expectation, said: RehearsedReply = reply): Judgement =>
  judge({ turns: [{ customer: 'x' }], expect }, [said], matchesPattern);

// [expectation, whether it holds, score if it is the only expectation]
const table: [Expectation, boolean, number][] = [
  [{ outcome: 'answer' }, true, 1],
  [{ outcome: 'escalate' }, false, 0],
  [{ reason: 'confident' }, true, 1],
  [{ reason: 'ambiguous' }, false, 0],
  [{ confidence_min: 0.8 }, true, 1],
  [{ confidence_min: 0.81 }, false, 0],
  [{ destination: 'second  LINE' }, true, 1],
  [{ destination: 'q-1' }, true, 1],
  [{ destination: 'First line' }, false, 0],
  [{ tags_include: ['billing', 't-1'] }, true, 1],
  [{ tags_include: ['Billing', 'Bugs'] }, false, 0.5],
  [{ sources_any: ['Prices', 'refunds'] }, true, 1],
  [{ sources_any: ['d-1'] }, true, 1],
  [{ sources_any: ['https://help.test/refunds'] }, true, 1],
  [{ sources_any: ['Prices'] }, false, 0],
  [{ sources_none: ['Prices'] }, true, 1],
  [{ sources_none: ['Prices', 'Refunds'] }, false, 0],
  [{ answer: { must_include: ['five DAYS'] } }, true, 1],
  [{ answer: { must_include: ['five days', 'six'] } }, false, 0.5],
  [{ answer: { must_not_include: ['six'] } }, true, 1],
  [{ answer: { must_not_include: ['five'] } }, false, 0],
  [{ answer: { must_match: ['^Refunds', 'FIVE'] } }, true, 1],
  [{ answer: { must_match: ['^five'] } }, false, 0],
  [{ answer: { language: 'en-GB' } }, true, 1],
  [{ answer: { language: 'de' } }, false, 0],
  [{ answer: { max_words: 4 } }, true, 1],
  [{ answer: { max_words: 3 } }, false, 0],
];
for (const [expect, holds, score] of table)
  test(`${JSON.stringify(expect)} ${holds ? 'holds' : 'does not hold'}`, () => {
    const { verdict, score: reached, assertions } = judged(expect);
    assert.deepEqual([verdict, reached], [holds ? 'pass' : 'fail', score]);
    assert.equal(
      assertions.every(({ ok }) => ok),
      holds,
    );
  });

test('a forbidden phrase must not occur in the signature, and a required phrase there does not count', () => {
  assert.equal(judged({ answer: { must_not_include: ['assistant'] } }).verdict, 'fail');
  assert.equal(judged({ answer: { must_include: ['assistant'] } }).verdict, 'fail');
});

test('after a handover the text is the notice, without citations', () => {
  const handed: RehearsedReply = {
    decision: { ...decision, outcome: 'escalate' },
    words: 'A colleague will answer.',
    language: 'en',
  };
  assert.equal(judged({ answer: { must_include: ['colleague'], max_words: 4 } }, handed).verdict, 'pass');
  assert.equal(judged({ sources_none: ['Refunds'] }, handed).verdict, 'pass');
  assert.equal(judged({ sources_any: ['Refunds'] }, handed).verdict, 'fail');
});

test('a score weighs the groups of a case, and is 0 if a hard assertion fails', () => {
  // 0.40 outcome (one of two), 0.25 sources (none), 0.25 content (all), 0.10 routing (one of two)
  const soft: Expectation & { answer: object } = {
    outcome: 'answer',
    reason: 'ambiguous',
    sources_any: ['Prices'],
    answer: { must_include: ['refunds'] },
    tags_include: ['Billing', 'Bugs'],
  };
  assert.equal(judged(soft).score, 0.5);
  // Without sources and routing: (0.40 × 0.5 + 0.25) / 0.65
  assert.equal(judged({ reason: 'ambiguous', outcome: 'answer', answer: soft.answer }).score, 0.6923);
  assert.equal(judged({ ...soft, sources_any: ['Refunds'], sources_none: ['Refunds'] }).score, 0);
});

test('each turn is judged by its expectations, and those of a turn that was not reached fail', () => {
  const turns = [{ customer: 'x', expect: { outcome: 'clarify' } as const }, { customer: 'y' }];
  const both = judge({ turns, expect: { outcome: 'answer' } }, [reply, reply], matchesPattern);
  assert.deepEqual(
    both.assertions.map(({ path, actual, ok }) => [path, actual, ok]),
    [
      ['/turns/0/expect/outcome', 'answer', false],
      ['/expect/outcome', 'answer', true],
    ],
  );
  assert.equal(judge({ turns, expect: {} }, [], matchesPattern).verdict, 'fail');
});

test('a case whose repetitions disagree is flaky, with the mean score and the failed assertions', () => {
  const [passed, failed] = [judged({ outcome: 'answer' }), judged({ outcome: 'escalate' })];
  assert.deepEqual(judgedTogether([passed, failed, passed, passed]), {
    verdict: 'flaky',
    score: 0.75,
    assertions: failed.assertions,
  });
  assert.equal(judgedTogether([passed, passed]).verdict, 'pass');
  assert.equal(judgedTogether([failed, failed]).verdict, 'fail');
});
