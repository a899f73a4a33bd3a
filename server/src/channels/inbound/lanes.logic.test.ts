import assert from 'node:assert/strict';
import { test } from 'node:test';
import { afterFailure, isPoisonEvent } from './lanes.logic.ts';

test('what can never work does not hold the lane up', () => {
  assert.deepEqual(afterFailure('permanent', 1), { kind: 'park' });
});

test('a fault of ours is dead-lettered at its third failure, within two minutes', () => {
  const waits = [1, 2, 3].map((failures) => afterFailure('unexpected', failures));
  assert.deepEqual(
    waits.map((each) => each.kind),
    ['wait', 'wait', 'park'],
  );
  const total = waits.reduce((sum, each) => sum + (each.kind === 'wait' ? each.afterMs : 0), 0);
  assert.ok(total < 120_000);
});

test('an event is not blamed for a store that comes and goes, nor held for ever by an error that only looks like it', () => {
  assert.deepEqual(afterFailure('store', 10), { kind: 'wait', afterMs: 2_000 });
  assert.deepEqual(afterFailure('store', 50), { kind: 'park' });
});

test('a hiccup of a vendor costs seconds, an outage is waited out for about a quarter of an hour', () => {
  const waits = Array.from({ length: 19 }, (_, at) => afterFailure('transient', at + 1));
  const spent = waits.map((each) => (each.kind === 'wait' ? each.afterMs : Number.NaN));
  assert.deepEqual(spent.slice(0, 4), [2_000, 4_000, 8_000, 16_000]);
  assert.ok(Math.max(...spent) <= 60_000);
  const total = spent.reduce((sum, each) => sum + each, 0);
  assert.ok(total >= 12 * 60_000 && total <= 18 * 60_000, String(total));
  assert.deepEqual(afterFailure('transient', 20), { kind: 'park' });
});

test('three crashes make a killer; failures that were reported do not', () => {
  assert.equal(isPoisonEvent({ attempts: 5, failures: 0 }), true);
  assert.equal(isPoisonEvent({ attempts: 4, failures: 0 }), false);
  assert.equal(isPoisonEvent({ attempts: 9, failures: 5 }), false);
});
