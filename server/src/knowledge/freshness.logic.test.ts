import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshnessAt } from './freshness.logic.ts';

const now = new Date('2026-06-01T00:00:00Z');
const cases: [string, Date | null, Date | null, string][] = [
  ['never read', null, null, 'fresh'],
  ['read last month', null, new Date('2026-05-01'), 'fresh'],
  ['read two years ago', null, new Date('2024-06-01'), 'stale'],
  ['expired this moment', now, new Date('2026-05-01'), 'expired'],
  ['expires later', new Date('2026-07-01'), new Date('2026-05-01'), 'fresh'],
];
test('freshness: a source that is gone or closed makes it stale at once', () => {
  const read = { expiresAt: null, ingestedAt: now };
  assert.equal(freshnessAt(now, { ...read, error: 'source_revoked' }), 'stale');
  assert.equal(freshnessAt(now, { ...read, error: 'corrupt' }), 'fresh', 'a bad new version says nothing of the old');
});

for (const [what, expiresAt, ingestedAt, freshness] of cases) {
  test(`freshness: ${what}`, () => assert.equal(freshnessAt(now, { expiresAt, ingestedAt, error: null }), freshness));
}
