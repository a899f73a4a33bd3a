import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainQuote } from './plain-quote.logic.ts';

test('a quote is read without its marks, and keeps what is no mark', () => {
  assert.equal(plainQuote('Open **Settings → Billing** and press `Save`.'), 'Open Settings → Billing and press Save.');
  assert.equal(plainQuote('## Refunds\n- within 30 days\n* by card'), 'Refunds\nwithin 30 days\nby card');
  assert.equal(plainQuote('2 * 3 = 6, -5 °C, #12 and a_b'), '2 * 3 = 6, -5 °C, #12 and a_b');
});
