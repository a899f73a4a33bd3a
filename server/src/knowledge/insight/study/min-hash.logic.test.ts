import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bandsOf, estimatedSimilarity, nearDuplicateFrom, signatureOf } from './min-hash.logic.ts';

const words = Array.from({ length: 100 }, (_, at) => `word${at}`);
const changed = (every: number) => words.map((word, at) => (at % every === 0 ? `${word}x` : word));
const meet = (one: readonly string[], other: readonly string[]) => {
  const keys = new Set(bandsOf(signatureOf(one)));
  return bandsOf(signatureOf(other)).some((key) => keys.has(key));
};

test('the estimated similarity of signatures is about the share of common runs of three words', () => {
  for (const every of [50, 20, 10, 5, 3]) {
    const kept = words.filter(
      (_, at) => at + 3 <= 100 && [at, at + 1, at + 2].every((each) => each % every !== 0),
    ).length;
    const share = kept / (2 * 98 - kept);
    const estimated = estimatedSimilarity(signatureOf(words), signatureOf(changed(every)));
    assert.ok(Math.abs(estimated - share) < 0.15, `${every}: ${estimated} for ${share}`);
  }
});

test('nearly identical texts share a band, and identical texts have similarity 1', () => {
  assert.equal(estimatedSimilarity(signatureOf(words), signatureOf(words)), 1);
  assert.ok(estimatedSimilarity(signatureOf(words), signatureOf(changed(25))) > nearDuplicateFrom);
  assert.ok(meet(words, changed(25)));
  assert.ok(
    !meet(
      words,
      words.map((word) => `${word}y`),
    ),
  );
});

test('a text without a run of three words is similar to nothing', () => {
  assert.deepEqual([signatureOf(['a', 'b']), bandsOf([]), estimatedSimilarity([], [])], [[], [], 0]);
});
