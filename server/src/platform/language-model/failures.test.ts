import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failureOf } from './failures.ts';

const now = new Date('2026-11-21T12:00:00Z');
const cases: [
  status: number | undefined,
  retryAfter: string | undefined,
  expected: [string, boolean, number | null],
][] = [
  [429, '2', ['rate_limited', true, 2_000]],
  [429, 'Sat, 21 Nov 2026 12:00:05 GMT', ['rate_limited', true, 5_000]],
  [429, 'Sat, 21 Nov 2026 11:00:00 GMT', ['rate_limited', true, 0]],
  [429, '99999999', ['rate_limited', true, 3_600_000]],
  [429, 'soon', ['rate_limited', true, null]],
  [503, '1', ['unavailable', true, 1_000]],
  [500, undefined, ['unavailable', true, null]],
  [529, undefined, ['unavailable', true, null]],
  [408, undefined, ['unavailable', true, null]],
  [undefined, undefined, ['unavailable', true, null]],
  [200, undefined, ['malformed', true, null]],
  [401, '3', ['refused', false, null]],
  [400, undefined, ['not_understood', false, null]],
  [422, undefined, ['not_understood', false, null]],
  [404, undefined, ['refused', false, null]],
  [302, undefined, ['refused', false, null]],
];
for (const [status, retryAfter, [why, again, retryAfterMilliseconds]] of cases)
  test(`${status ?? 'no answer'}, retry after ${retryAfter ?? 'nothing'}: ${why}`, () =>
    assert.deepEqual(failureOf(status, retryAfter, now), { why, again, retryAfterMilliseconds }));
