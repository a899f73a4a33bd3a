import assert from 'node:assert/strict';
import { test } from 'node:test';
import { afterFailure, isPoisonEvent } from './lanes.logic.ts';

test('what can never work does not hold the lane up', () => {
  assert.deepEqual(afterFailure('permanent', 1), { kind: 'park' });
});

test('a fault of ours is parked at its third failure, within two minutes', () => {
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

test('an outage never brings three failures within two minutes, and is waited out for a quarter of an hour at most', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7].map((failures) => afterFailure('transient', failures));
  const spent = waits.map((each) => (each.kind === 'wait' ? each.afterMs : 0));
  for (let start = 0; start + 1 < spent.length; start++) assert.ok(spent[start]! + spent[start + 1]! >= 120_000);
  assert.ok(spent.reduce((sum, each) => sum + each, 0) >= 10 * 60_000);
  assert.deepEqual(afterFailure('transient', 8), { kind: 'park' });
});

test('three crashes make a killer; failures that were reported do not', () => {
  assert.equal(isPoisonEvent({ attempts: 5, failures: 0 }), true);
  assert.equal(isPoisonEvent({ attempts: 4, failures: 0 }), false);
  assert.equal(isPoisonEvent({ attempts: 9, failures: 5 }), false);
});
