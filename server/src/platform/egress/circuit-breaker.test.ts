import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBreaker } from './circuit-breaker.ts';

const terms = { tolerated: 4, first: 30_000, longest: 600_000 };

test('after five failures in a row calls pause; then a single request tests whether the service works again', () => {
  let now = 0;
  const breaker = createBreaker({ ...terms, now: () => now });
  for (let failures = 0; failures < 5; failures++) {
    assert.equal(breaker.mayTry(), true);
    breaker.failed();
  }
  assert.equal(breaker.mayTry(), false);
  now = 30_000;
  assert.deepEqual([breaker.mayTry(), breaker.mayTry()], [true, false], 'one probe, nobody else');
  breaker.failed();
  now = 89_999;
  assert.equal(breaker.mayTry(), false, 'twice as long the second time');
  now = 90_000;
  assert.equal(breaker.mayTry(), true);
  breaker.succeeded();
  assert.deepEqual([breaker.mayTry(), breaker.mayTry()], [true, true]);
});

test('if a probe is withdrawn, the next request becomes the probe', () => {
  let now = 0;
  const breaker = createBreaker({ ...terms, now: () => now });
  for (let failures = 0; failures < 5; failures++) breaker.failed();
  now = 30_000;
  assert.deepEqual([breaker.mayTry(), breaker.mayTry()], [true, false]);
  breaker.withdrew();
  assert.deepEqual([breaker.mayTry(), breaker.mayTry()], [true, false]);
});

test('a success between failures resets the count', () => {
  const breaker = createBreaker({ ...terms, now: () => 0 });
  for (let failures = 0; failures < 12; failures++) {
    breaker.failed();
    if (failures % 4 === 3) breaker.succeeded();
  }
  assert.equal(breaker.mayTry(), true);
});
