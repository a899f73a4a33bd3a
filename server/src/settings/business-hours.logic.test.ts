import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BusinessHours } from '@desk/contract/settings';
import { isOpen, localTime } from './business-hours.logic.ts';

const weekdays: BusinessHours = { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' };
const fridayNight: BusinessHours = { days: [5], from: '22:00', to: '02:00' };
const allDay: BusinessHours = { days: [6], from: '00:00', to: '24:00' };

describe('the desk is', () => {
  // 2 March 2026 is a Monday. Lisbon keeps UTC until 29 March and is an hour ahead after it.
  const cases: [string, { timezone?: string; hours?: BusinessHours[]; holidays?: string[] }, string, boolean][] = [
    ['open without business hours', {}, '2026-03-01T03:00:00Z', true],
    ['closed on a holiday without business hours', { holidays: ['2026-03-01'] }, '2026-03-01T03:00:00Z', false],
    ['open from the first minute', { hours: [weekdays] }, '2026-03-02T09:00:00Z', true],
    ['closed a moment before', { hours: [weekdays] }, '2026-03-02T08:59:59.999Z', false],
    ['open until the last minute', { hours: [weekdays] }, '2026-03-02T16:59:59Z', true],
    ['closed from the end', { hours: [weekdays] }, '2026-03-02T17:00:00Z', false],
    ['closed on Sunday', { hours: [weekdays] }, '2026-03-01T12:00:00Z', false],
    ['closed on a holiday', { hours: [weekdays], holidays: ['2026-03-02'] }, '2026-03-02T12:00:00Z', false],
    [
      'open in Lisbon before the clocks change',
      { timezone: 'Europe/Lisbon', hours: [weekdays] },
      '2026-03-27T16:30:00Z',
      true,
    ],
    [
      'closed in Lisbon after the clocks change',
      { timezone: 'Europe/Lisbon', hours: [weekdays] },
      '2026-03-30T16:30:00Z',
      false,
    ],
    ['already Monday in Auckland', { timezone: 'Pacific/Auckland', hours: [weekdays] }, '2026-03-01T21:00:00Z', true],
    ['still Friday in Honolulu', { timezone: 'Pacific/Honolulu', hours: [weekdays] }, '2026-03-07T02:00:00Z', true],
    [
      'on holiday by the local date',
      { timezone: 'Pacific/Auckland', hours: [weekdays], holidays: ['2026-03-02'] },
      '2026-03-01T21:00:00Z',
      false,
    ],
    ['half an hour off in Kolkata', { timezone: 'Asia/Kolkata', hours: [weekdays] }, '2026-03-02T03:29:00Z', false],
    ['open in Kolkata a minute later', { timezone: 'Asia/Kolkata', hours: [weekdays] }, '2026-03-02T03:30:00Z', true],
    ['open in the evening of a night shift', { hours: [fridayNight] }, '2026-03-06T23:00:00Z', true],
    ['open in the morning after it', { hours: [fridayNight] }, '2026-03-07T01:59:00Z', true],
    ['closed when it is over', { hours: [fridayNight] }, '2026-03-07T02:00:00Z', false],
    ['closed in the same hours of another night', { hours: [fridayNight] }, '2026-03-06T01:00:00Z', false],
    [
      'closed after a night shift that was a holiday',
      { hours: [fridayNight], holidays: ['2026-03-06'] },
      '2026-03-07T01:00:00Z',
      false,
    ],
    ['open all day', { hours: [allDay] }, '2026-03-07T23:59:00Z', true],
    ['closed after all day', { hours: [allDay] }, '2026-03-08T00:00:00Z', false],
    ['open in any of several hours', { hours: [allDay, weekdays] }, '2026-03-02T10:00:00Z', true],
  ];
  for (const [name, { timezone = 'UTC', hours = [], holidays = [] }, at, expected] of cases) {
    test(name, () => assert.equal(isOpen({ timezone, business_hours: hours, holidays }, new Date(at)), expected));
  }
});

test('a Sunday night shift reaches into Monday', () => {
  const hours = [{ days: [7], from: '20:00', to: '06:00' }];
  assert.equal(
    isOpen({ timezone: 'UTC', business_hours: hours, holidays: [] }, new Date('2026-03-02T05:00:00Z')),
    true,
  );
});

test('the local time is that of the zone, with ISO weekdays', () => {
  assert.deepEqual(localTime({ timezone: 'America/New_York' }, new Date('2026-03-02T04:05:00Z')), {
    date: '2026-03-01',
    weekday: 7,
    hour: 23,
    minute: 5,
  });
  assert.equal(localTime({ timezone: 'UTC' }, new Date('2026-03-02T00:00:00Z')).hour, 0);
});
