import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChannelEvent } from '@desk/contract/channel-log';
import { lastDayOf } from './last-day.logic.ts';

const now = Date.parse('2026-11-12T10:00:00Z');
const entry = (hoursAgo: number, rest: Partial<ChannelEvent> = {}): ChannelEvent => ({
  id: 'e',
  at: new Date(now - hoursAgo * 3_600_000).toISOString(),
  kind: 'event',
  state: 'accepted',
  count: 1,
  ...rest,
});
const refused = (hoursAgo: number, count: number) => entry(hoursAgo, { kind: 'calls', state: 'refused', count });

test('events of the last 24 hours are counted, refused calls by their number, tests not at all', () => {
  const items = [entry(1), entry(2, { kind: 'mail' }), entry(3, { kind: 'test' }), refused(4, 7), refused(5, 2)];
  assert.deepEqual(lastDayOf({ items, next_cursor: null }, now), { received: 2, refused: 9, more: false });
  const older = [...items, entry(25), refused(30, 100)];
  assert.deepEqual(lastDayOf({ items: older, next_cursor: 'x' }, now), { received: 2, refused: 9, more: false });
});

test('a log whose newest page lies within the day has more', () => {
  assert.equal(lastDayOf({ items: [entry(1), entry(2)], next_cursor: 'x' }, now).more, true);
});
