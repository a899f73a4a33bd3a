import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formerStatuses, stepsBack } from './former-status.logic.ts';

test('each conversation gets its former status back; a snooze that has ended becomes open', () => {
  const now = Date.parse('2026-06-01T12:00:00Z');
  const later = '2026-06-02T09:00:00Z';
  const before = [
    { id: 'a', status: 'open', snoozed_until: null },
    { id: 'b', status: 'pending', snoozed_until: null },
    { id: 'c', status: 'snoozed', snoozed_until: later },
    { id: 'd', status: 'snoozed', snoozed_until: '2026-06-01T09:00:00Z' },
    { id: 'e', status: 'spam', snoozed_until: null },
    { id: 'f', status: 'resolved', snoozed_until: null },
  ] as const;
  assert.deepEqual(formerStatuses(before, now), [
    { ids: ['a', 'c', 'd'], patch: { status: 'open' } },
    { ids: ['b'], patch: { status: 'pending' } },
    { ids: ['e'], patch: { status: 'spam' } },
    { ids: ['c'], patch: { status: 'snoozed', snoozed_until: later } },
  ]);
});

test('a status is given back by way of open where the desk allows no other', () => {
  const now = Date.parse('2026-06-01T12:00:00Z');
  const later = '2026-06-02T09:00:00Z';
  const open = { status: 'open', snoozed_until: null } as const;
  const pending = { status: 'pending', snoozed_until: null } as const;
  const snoozed = { status: 'snoozed', snoozed_until: later } as const;
  const woken = { status: 'snoozed', snoozed_until: '2026-06-01T09:00:00Z' } as const;
  const resolved = { status: 'resolved', snoozed_until: null } as const;
  assert.deepEqual(stepsBack(open, 'spam', now), [{ status: 'open' }]);
  assert.deepEqual(stepsBack(pending, 'resolved', now), [{ status: 'pending' }]);
  assert.deepEqual(stepsBack(pending, 'spam', now), [{ status: 'open' }, { status: 'pending' }]);
  assert.deepEqual(stepsBack(snoozed, 'spam', now), [{ status: 'open' }, snoozed]);
  assert.deepEqual(stepsBack(snoozed, 'snoozed', now), [snoozed]);
  assert.deepEqual(stepsBack(woken, 'spam', now), [{ status: 'open' }]);
  assert.deepEqual(stepsBack(resolved, 'spam', now), [{ status: 'open' }, { status: 'resolved' }]);
});
