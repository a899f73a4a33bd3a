import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLongOnItsWay, settlementOf, type Effort } from './settlement.logic.ts';

const minute = 60_000;
const now = new Date('2026-03-02T10:00:00Z');
const since = (minutes: number, what: Effort['what'] = 'reply'): Effort => ({
  what,
  firstAttemptAt: new Date(now.getTime() - minutes * minute),
  now,
});
const away = { kind: 'retry', afterMilliseconds: 1_000, why: 'HTTP 503' } as const;

const waits: [string, Effort, string][] = [
  ['a reply that was never tried', { what: 'reply', firstAttemptAt: null, now }, 'pending'],
  ['a reply after an hour of outage', since(60), 'pending'],
  ['a reply after 23 hours of outage', since(23 * 60), 'pending'],
  ['a reply after a day of outage', since(24 * 60), 'unknown'],
  ['a destination after 29 minutes', since(29, 'destination'), 'pending'],
  ['a destination after half an hour, which has a fallback', since(30, 'destination'), 'unknown'],
];
for (const [what, effort, state] of waits)
  test(`${what} is ${state}`, () => assert.equal(settlementOf(away, effort).state, state));

test('a definite result of the channel is final at any time', () => {
  for (const effort of [since(0), since(48 * 60)]) {
    assert.equal(settlementOf({ kind: 'sent', providerMessageId: '1' }, effort).state, 'sent');
    assert.equal(settlementOf({ kind: 'refused', code: 'rejected', detail: 'no' }, effort).state, 'dead');
    assert.equal(settlementOf({ kind: 'needs_reauth' }, effort).state, 'dead');
    assert.equal(settlementOf({ kind: 'unknown', why: 'no answer' }, effort).state, 'unknown');
  }
});

test('people are shown a long delay of a reply, not of a notice to a destination', () => {
  const seen = [since(14), since(15), since(15, 'destination')].map((effort) => isLongOnItsWay(effort));
  assert.deepEqual(seen, [false, true, false]);
});
