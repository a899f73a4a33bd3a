import assert from 'node:assert/strict';
import { test } from 'node:test';
import { afterFailure, isPoisonEvent } from './lanes.logic.ts';

test('a permanent failure does not block the lane', () => {
  assert.deepEqual(afterFailure('permanent', 1), { kind: 'park' });
});

test('a fault of ours is dead-lettered at its third failure, within two minutes', () => {
  const waits = [1, 2, 3].map((failures) => afterFailure('unexpected', failures));
  assert.deepEqual(
    waits.map((each) => each.kind),
    ['wait', 'wait', 'park'],
  );
  const total = waits.reduce((sum, each) => sum + (each.kind === 'wait' ? each.afterMilliseconds : 0), 0);
  assert.ok(total < 120_000);
});

test('an unreachable store does not dead-letter an event, and an error that only looks like one does not block the lane for ever', () => {
  assert.deepEqual(afterFailure('store', 10), { kind: 'wait', afterMilliseconds: 2_000 });
  assert.deepEqual(afterFailure('store', 50), { kind: 'park' });
});

test('a vendor’s hiccup costs seconds, and an outage is retried for about a quarter of an hour', () => {
  const waits = Array.from({ length: 19 }, (_, at) => afterFailure('transient', at + 1));
  const spent = waits.map((each) => (each.kind === 'wait' ? each.afterMilliseconds : Number.NaN));
  assert.deepEqual(spent.slice(0, 4), [2_000, 4_000, 8_000, 16_000]);
  assert.ok(Math.max(...spent) <= 60_000);
  const total = spent.reduce((sum, each) => sum + each, 0);
  assert.ok(total >= 12 * 60_000 && total <= 18 * 60_000, String(total));
  assert.deepEqual(afterFailure('transient', 20), { kind: 'park' });
});

test('five crashes make an event poisonous; reported failures do not', () => {
  assert.equal(isPoisonEvent({ attempts: 5, failures: 0 }), true);
  assert.equal(isPoisonEvent({ attempts: 4, failures: 0 }), false);
  assert.equal(isPoisonEvent({ attempts: 9, failures: 5 }), false);
});
