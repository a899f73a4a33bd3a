import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daysOf, durationText, queryOf } from './period.logic.ts';

test('unknown values in an address mean the last 30 days of all channels', () => {
  const now = Date.parse('2026-03-31T10:00:30.000Z');
  assert.deepEqual(queryOf({ period: 'aeon', channel: 'fax' }, now), {
    from: '2026-03-01T10:00:00.000Z',
    to: undefined,
    channel: undefined,
    granularity: 'day',
  });
  assert.deepEqual(queryOf({ period: 'day', channel: 'email' }, now), {
    from: '2026-03-30T10:00:00.000Z',
    to: undefined,
    channel: 'email',
    granularity: 'hour',
  });
});

test('a duration is shown in the largest unit that fits', () => {
  const table: [number, string][] = [
    [0.4, '0.4 seconds'],
    [59, '59 seconds'],
    [89, '89 seconds'],
    [90, '1.5 minutes'],
    [7200, '2 hours'],
    [1_036_800, '12 days'],
  ];
  for (const [seconds, text] of table) assert.equal(durationText(seconds, 'en'), text);
});

test('two dates mean whole days, and invalid dates mean the last 30 days', () => {
  const now = Date.parse('2026-03-31T10:00:30.000Z');
  const query = queryOf({ period: 'dates', from: '2026-01-05', to: '2026-01-06' }, now);
  assert.deepEqual(query, {
    from: new Date('2026-01-05T00:00').toISOString(),
    to: new Date('2026-01-07T00:00').toISOString(),
    channel: undefined,
    granularity: 'hour',
  });
  assert.deepEqual(daysOf(query), { from: '2026-01-05', to: '2026-01-06' });
  assert.equal(queryOf({ period: 'dates', from: '2026-01-01', to: '2026-06-30' }, now).granularity, 'week');
  for (const [from, to] of [
    ['2026-01-06', '2026-01-05'],
    ['2026-99-99', '2026-01-05'],
    ['1990-01-01', '2026-01-05'],
    [undefined, '2026-01-05'],
  ]) {
    assert.equal(queryOf({ period: 'dates', from, to }, now).from, '2026-03-01T10:00:00.000Z');
  }
});
