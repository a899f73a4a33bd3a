import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fateOf, reasonToDisable, restOf, tellsOfEvents } from './schedule.logic.ts';

const hour = 3_600_000;
const failed = {
  cause: 'event',
  outcome: 'refused',
  attempts: 1,
  ageInMilliseconds: 0,
  retryAfter: null,
  chance: 0.5,
} as const;

test('a refused event is sent eight times, within a little more than a day', () => {
  const pauses = [1, 2, 3, 4, 5, 6, 7].map((attempts) => {
    const fate = fateOf({ ...failed, attempts });
    assert.equal(fate.kind, 'again');
    return fate.kind === 'again' ? fate.inMilliseconds : 0;
  });
  assert.deepEqual(
    pauses.map((pause) => pause / 1_000),
    [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000],
  );
  assert.deepEqual(fateOf({ ...failed, attempts: 8 }), { kind: 'failed' });
  assert.deepEqual(fateOf({ ...failed, attempts: 2, ageInMilliseconds: 72 * hour }), { kind: 'failed' });
});

test('attempts that failed together are spread by a tenth, and wait as long as the endpoint asks', () => {
  const spread = [0, 1].map((chance) => fateOf({ ...failed, attempts: 2, chance }));
  assert.deepEqual(spread, [
    { kind: 'again', inMilliseconds: 270_000 },
    { kind: 'again', inMilliseconds: 330_000 },
  ]);
  assert.deepEqual(fateOf({ ...failed, retryAfter: 60_000 }), { kind: 'again', inMilliseconds: 60_000 });
});

const fates = [
  ['accepted', 'event', 'delivered'],
  ['redirected', 'event', 'again'],
  ['timeout', 'replay', 'again'],
  ['blocked', 'event', 'again'],
  ['gone', 'event', 'failed'],
  ['refused', 'test', 'failed'],
] as const;
for (const [outcome, cause, kind] of fates)
  test(`${outcome} for a ${cause} is ${kind}`, () => assert.equal(fateOf({ ...failed, outcome, cause }).kind, kind));

const now = new Date('2026-03-10T00:00:00Z');
const ago = (hours: number) => new Date(now.getTime() - hours * hour);
const reasons = [
  ['gone', 'failed', null, 'gone'],
  ['refused', 'failed', ago(72), 'failing'],
  ['refused', 'failed', ago(71), null],
  ['refused', 'again', ago(90), null],
  ['accepted', 'delivered', ago(90), null],
] as const;
for (const [outcome, fate, since, reason] of reasons)
  test(`${outcome}, ${fate}, failing since ${since?.toISOString() ?? 'never'}: ${reason ?? 'stays enabled'}`, () =>
    assert.equal(reasonToDisable([{ outcome, fate, asked: false }], since, now), reason));

test('what a person asked for disables no endpoint, unless the address is gone', () => {
  const asked = { fate: 'failed', asked: true } as const;
  assert.equal(reasonToDisable([{ ...asked, outcome: 'refused' }], ago(90), now), null);
  assert.equal(reasonToDisable([{ ...asked, outcome: 'gone' }], null, now), 'gone');
  assert.deepEqual(
    (['refused', 'accepted'] as const).map((outcome) => tellsOfEvents({ ...asked, outcome })),
    [false, true],
  );
});

test('an endpoint that accepts nothing rests a tenth of the time it has been failing', () => {
  assert.deepEqual(
    [0, 1 / 60, 0.5, 24].map((hours) => restOf(ago(hours), now)),
    [0, 6_000, 180_000, 300_000],
  );
});
