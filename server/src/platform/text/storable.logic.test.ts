import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isMoment, isStorable } from './storable.logic.ts';

test('a valid time is one that JavaScript and PostgreSQL both accept', () => {
  for (const text of [
    '2026-03-02T10:00:00Z',
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
    '2026-03-02T10:00:00+01:00',
  ])
    assert.ok(isMoment(text), text);
  for (const text of [
    '2016-12-31T23:59:60Z',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59-01:00',
    '0001-01-01T00:00:00+01:00',
  ])
    assert.ok(!isMoment(text), text);
});

test('storable text has only whole characters, and no NUL', () => {
  for (const text of ['', 'a\tb\n', '👩‍👩‍👧', '\u{10ffff}', '\\u0000']) assert.ok(isStorable(text), JSON.stringify(text));
  for (const text of ['a\0', '\ud800', 'x\udc00y']) assert.ok(!isStorable(text), JSON.stringify(text));
});
