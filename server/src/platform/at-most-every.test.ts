import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atMostEvery } from './at-most-every.ts';

const deskAt = (db: object) => {
  let now = 1_000_000;
  const desk = { db, clock: { now: () => new Date(now) } } as never;
  return { desk, pass: (milliseconds: number) => void (now += milliseconds) };
};

test('work is due at first, and then each time that the interval has passed', () => {
  const isDue = atMostEvery(60_000);
  const { desk, pass } = deskAt({});
  assert.deepEqual([isDue(desk), isDue(desk)], [true, false]);
  pass(59_999);
  assert.equal(isDue(desk), false);
  pass(1);
  assert.deepEqual([isDue(desk), isDue(desk)], [true, false]);
});

test('a clock that was set back does not stop the work, and another database has times of its own', () => {
  const isDue = atMostEvery(60_000);
  const [one, other] = [deskAt({}), deskAt({})];
  assert.deepEqual([isDue(one.desk), isDue(other.desk)], [true, true]);
  one.pass(-60_000);
  assert.deepEqual([isDue(one.desk), isDue(other.desk)], [true, false]);
});
