import assert from 'node:assert/strict';
import { test } from 'node:test';
import { durationText, queryOf } from './period.logic.ts';

test('what an address makes up is the last 30 days of all channels', () => {
  const now = Date.parse('2026-03-31T10:00:30.000Z');
  assert.deepEqual(queryOf({ period: 'aeon', channel: 'fax' }, now), {
    from: '2026-03-01T10:00:00.000Z',
    channel: undefined,
    granularity: 'day',
  });
  assert.deepEqual(queryOf({ period: 'day', channel: 'email' }, now), {
    from: '2026-03-30T10:00:00.000Z',
    channel: 'email',
    granularity: 'hour',
  });
});

test('a duration is told in the largest unit that fits', () => {
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
