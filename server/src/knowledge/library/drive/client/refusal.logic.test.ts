import assert from 'node:assert/strict';
import { test } from 'node:test';
import { postponedFor, refusalOf } from './refusal.logic.ts';

const because = (reason: string) => ({ error: { errors: [{ reason }] } });
const cases: [number, unknown, string][] = [
  [401, null, 'lost'],
  [403, because('userRateLimitExceeded'), 'busy'],
  [403, because('rateLimitExceeded'), 'busy'],
  [403, because('exportSizeLimitExceeded'), 'too_large'],
  [403, because('cannotDownloadFile'), 'denied'],
  [403, because('insufficientPermissions'), 'denied'],
  [403, 'not even JSON', 'denied'],
  [404, because('notFound'), 'not_found'],
  [429, null, 'busy'],
  [500, null, 'away'],
  [503, because('backendError'), 'away'],
  [400, because('badRequest'), 'rejected'],
];
for (const [status, body, expected] of cases)
  test(`${status} ${JSON.stringify(body)} means ${expected}`, () => assert.equal(refusalOf(status, body), expected));

test('each delay is twice as long as the last, and retries end', () => {
  assert.deepEqual(
    [0, 1, 2].map((times) => postponedFor(times, null)),
    [2, 4, 8],
  );
  assert.equal(postponedFor(0, 60), 60);
  assert.equal(postponedFor(11, null), null);
});
