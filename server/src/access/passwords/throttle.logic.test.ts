import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitSeconds } from './throttle.logic.ts';

const now = new Date('2026-03-02T10:00:00Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1_000);
const three = { limit: 3, windowMilliseconds: 900_000 };

test('below the limit nobody waits', () => assert.equal(waitSeconds([ago(1), ago(2)], three, now), 0));

test('at the limit the wait ends when the oldest failure is fifteen minutes old', () => {
  assert.equal(waitSeconds([ago(1), ago(2), ago(600)], three, now), 300);
  assert.equal(waitSeconds([ago(0), ago(0), ago(0)], three, now), 900);
  assert.equal(waitSeconds([ago(1), ago(2), ago(900)], three, now), 0);
});
