import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CaseVerdict } from '@desk/contract/runs';
import type { Decision } from '@desk/contract/decisions';
import { compared, tally, type Resulted } from './tally.logic.ts';

const scores: Partial<Record<CaseVerdict, number>> = { pass: 1, fail: 0 };

const answered = (text: string) =>
  ({ outcome: 'answer', reason: 'confident', destination: null, answer: { text } }) as unknown as Decision;

const result = (
  case_id: string,
  verdict: CaseVerdict | null,
  more: Partial<Resulted> & { weight?: number } = {},
): Resulted => ({
  case_id,
  verdict,
  score: (verdict && scores[verdict]) ?? null,
  decision: answered('Yes.'),
  ...more,
  rehearsed: { name: case_id, critical: case_id.startsWith('critical'), weight: more.weight ?? 1 },
});

test('a score is the weighted mean of the judged cases', () => {
  const results = [result('a', 'pass', { weight: 3 }), result('b', 'fail'), result('c', 'error', { weight: 100 })];
  assert.deepEqual([tally(results, []).score, tally([result('d', 'skipped')], []).score], [0.75, null]);
});

const verdicts: [CaseVerdict[], string][] = [
  [['pass', 'skipped'], 'passed'],
  [['pass', 'fail', 'error'], 'failed'],
  [['pass', 'flaky'], 'inconclusive'],
  [['pass', 'error'], 'inconclusive'],
  [['skipped'], 'inconclusive'],
];
for (const [list, verdict] of verdicts)
  test(`a run of ${list.join(', ')} is ${verdict}`, () => {
    const results = list.map((each, at) => result(String(at), each));
    assert.equal(tally(results, []).verdict, verdict);
  });

test('a regression passed in the baseline and fails now; critical ones come first', () => {
  const base = [result('a', 'pass'), result('b', 'fail'), result('critical', 'pass'), result('d', 'flaky')];
  const now = [
    result('a', 'fail'),
    result('b', 'fail'),
    result('critical', 'fail'),
    result('d', 'fail'),
    result('new', 'fail'),
  ];
  assert.deepEqual(
    tally(now, base).regressions.map(({ case_id }) => case_id),
    ['critical', 'a'],
  );
});

test('a comparison marks each case as broken, fixed, changed, the same, or missing from one run', () => {
  const base = [
    result('broken', 'pass'),
    result('fixed', 'fail'),
    result('words', 'pass'),
    result('same', 'pass'),
    result('gone', 'pass'),
    result('not asked any more', 'pass'),
  ];
  const now = [
    result('broken', 'fail'),
    result('fixed', 'pass'),
    result('words', 'pass', { decision: answered('No.') }),
    result('same', 'pass'),
    result('new', 'pass'),
    result('not asked any more', null),
  ];
  const { broken, fixed, changed, same, added, removed, unreached } = compared(now, base);
  assert.deepEqual(
    [broken, fixed, changed].map((list) => list.map(({ case_id }) => case_id)),
    [['broken'], ['fixed'], ['words']],
  );
  assert.deepEqual([same, added, removed, unreached], [1, ['new'], ['gone'], ['not asked any more']]);
  assert.deepEqual([changed[0]?.base.answer, changed[0]?.run.answer], ['Yes.', 'No.']);
});
