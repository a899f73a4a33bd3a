import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRest } from './rest.ts';

test('five failures in a row are enough; then one request at a time finds out whether it is back', () => {
  let now = 0;
  const rest = createRest(() => now);
  for (let failures = 0; failures < 5; failures++) {
    assert.equal(rest.mayTry(), true);
    rest.failed();
  }
  assert.equal(rest.mayTry(), false);
  now = 30_000;
  assert.deepEqual([rest.mayTry(), rest.mayTry()], [true, false], 'one probe, nobody else');
  rest.failed();
  now = 89_999;
  assert.equal(rest.mayTry(), false, 'twice as long the second time');
  now = 90_000;
  assert.equal(rest.mayTry(), true);
  rest.succeeded();
  assert.deepEqual([rest.mayTry(), rest.mayTry()], [true, true]);
});

test('a success between failures counts from the beginning', () => {
  const rest = createRest(() => 0);
  for (let failures = 0; failures < 12; failures++) {
    rest.failed();
    if (failures % 4 === 3) rest.succeeded();
  }
  assert.equal(rest.mayTry(), true);
});
