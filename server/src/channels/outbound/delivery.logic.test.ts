import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestedWait, backoff, failed, inDoubt, type VendorAnswer } from './delivery.logic.ts';

const now = new Date('2026-03-02T10:00:00Z');
const circumstances = { attempt: 2, now, random: 0.5 };
const answered = (status: number, headers: Record<string, string> = {}): VendorAnswer => ({
  kind: 'answered',
  status,
  headers,
  body: null,
});

const verdicts: [VendorAnswer, string][] = [
  [answered(401), 'needs_reauth'],
  [answered(400), 'refused'],
  [answered(403), 'refused'],
  [answered(404), 'refused'],
  [answered(422), 'refused'],
  [answered(408), 'retry'],
  [answered(425), 'retry'],
  [answered(429), 'retry'],
  [answered(500), 'retry'],
  [answered(503), 'retry'],
  [answered(200), 'retry'],
  [{ kind: 'unreachable', why: 'ECONNREFUSED' }, 'retry'],
  [{ kind: 'blocked' }, 'refused'],
];
for (const [answer, kind] of verdicts) {
  const name = answer.kind === 'answered' ? `HTTP ${answer.status}` : answer.kind;
  test(`${name} means ${kind}`, () => assert.equal(failed(answer, circumstances).kind, kind));
}

const waits: [Record<string, string>, number | null][] = [
  [{ 'retry-after': '7' }, 7_000],
  [{ 'retry-after': 'Mon, 02 Mar 2026 10:00:30 GMT' }, 30_000],
  [{ 'retry-after': '86400' }, 3_600_000],
  [{ 'retry-after': 'soon', 'x-ratelimit-reset': String(now.getTime() / 1_000 + 9) }, 9_000],
  [{ 'x-ratelimit-reset': String(now.getTime() / 1_000 - 9) }, 0],
  [{ 'retry-after': '-5' }, null],
  [{}, null],
];
for (const [headers, expected] of waits) {
  test(`${JSON.stringify(headers)} asks for ${expected} ms`, () => {
    const wait = requestedWait(headers, now);
    assert.equal(wait, expected);
  });
}

test('the backoff doubles, is jittered over its whole range and ends at a quarter of an hour', () => {
  assert.equal(backoff({ attempt: 1, now, random: 0.5 }), 1_000);
  assert.equal(backoff({ attempt: 4, now, random: 0.5 }), 8_000);
  assert.equal(backoff({ attempt: 4, now, random: 0 }), 0);
  assert.equal(backoff({ attempt: 400, now, random: 1 }), 900_000);
});

test('a doubtful delivery is checked a few times and then left to a person', () => {
  assert.equal(inDoubt({ kind: 'cut', why: 'ECONNRESET' }, { attempt: 1 }).kind, 'retry');
  assert.equal(inDoubt({ kind: 'cut', why: 'ECONNRESET' }, { attempt: 5 }).kind, 'unknown');
});
