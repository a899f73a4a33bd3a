import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secondsUntilRetry } from './retry-after.logic.ts';

const now = Date.parse('Mon, 30 Nov 2026 10:00:00 GMT');
const wrongClock = 'Mon, 30 Nov 2026 12:00:00 GMT';

for (const [retryAfter, answeredAt, expected] of [
  ['30', null, 30],
  ['0', null, null],
  ['Mon, 30 Nov 2026 10:00:30 GMT', null, 30],
  ['Mon, 30 Nov 2026 12:00:30 GMT', wrongClock, 30],
  ['Mon, 30 Nov 2026 09:00:00 GMT', null, null],
  ['Mon, 30 Nov 2026 10:00:30 GMT', 'yesterday', 30],
  ['soon', null, null],
  ['', null, null],
  [null, null, null],
] as const) {
  test(`“${retryAfter}” answered at ${answeredAt} is ${expected} seconds`, () =>
    assert.equal(secondsUntilRetry(retryAfter, answeredAt, now), expected));
}
