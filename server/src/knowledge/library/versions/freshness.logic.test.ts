import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshnessAt, turnAfter } from './freshness.logic.ts';

const now = new Date('2026-06-01T00:00:00Z');
const cases: [string, Date | null, Date | null, string][] = [
  ['never read', null, null, 'fresh'],
  ['read last month', null, new Date('2026-05-01'), 'fresh'],
  ['read two years ago', null, new Date('2024-06-01'), 'stale'],
  ['expired this moment', now, new Date('2026-05-01'), 'expired'],
  ['expires later', new Date('2026-07-01'), new Date('2026-05-01'), 'fresh'],
];
test('freshness: a missing or inaccessible source makes a document stale at once', () => {
  const read = { expiresAt: null, ingestedAt: now };
  assert.equal(freshnessAt(now, { ...read, error: 'source_revoked' }), 'stale');
  assert.equal(freshnessAt(now, { ...read, error: 'corrupt' }), 'fresh', 'a bad new version says nothing of the old');
});

for (const [what, expiresAt, ingestedAt, freshness] of cases) {
  test(`freshness: ${what}`, () => assert.equal(freshnessAt(now, { expiresAt, ingestedAt, error: null }), freshness));
}

test('the state of a document changes at the next of its dates, and not before', () => {
  const dates = { expires_at: new Date('2026-07-01'), serves_until: null, ingested_at: new Date('2026-05-01') };
  const after = (moment: string, given = dates) => turnAfter(new Date(moment), given);
  assert.equal(after('2026-06-01'), Date.parse('2026-07-01'));
  assert.equal(after('2026-07-01'), Date.parse('2027-05-01') + 1);
  assert.equal(after('2027-06-01'), Number.POSITIVE_INFINITY);
  for (const moment of [dates.expires_at.getTime(), Date.parse('2027-05-01') + 1]) {
    const at = (time: number) =>
      freshnessAt(new Date(time), {
        expiresAt: moment > Date.parse('2027-01-01') ? null : dates.expires_at,
        ingestedAt: dates.ingested_at,
        error: null,
      });
    assert.deepEqual([at(moment - 1) === 'fresh', at(moment) === 'fresh'], [true, false]);
  }
});
