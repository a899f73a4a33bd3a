import assert from 'node:assert/strict';
import { test } from 'node:test';
import { effectiveAutoRespond } from './auto-respond.logic.ts';
import { settingsFrom } from './settings.logic.ts';

test('a channel may only be stricter than the organization', () => {
  const table = [
    [false, 'auto', 'inherit', 'off'],
    [false, 'draft', 'draft', 'off'],
    [true, 'auto', 'inherit', 'auto'],
    [true, 'auto', 'draft', 'draft'],
    [true, 'auto', 'off', 'off'],
    [true, 'draft', 'inherit', 'draft'],
    [true, 'draft', 'draft', 'draft'],
    [true, 'draft', 'off', 'off'],
  ] as const;
  for (const [auto_respond_enabled, auto_respond_mode, auto_respond, expected] of table) {
    const doc = { auto_respond_enabled, auto_respond_mode, channels: { email: { auto_respond } } };
    assert.equal(effectiveAutoRespond(settingsFrom({ doc, version: 2 }), 'email'), expected);
  }
});
