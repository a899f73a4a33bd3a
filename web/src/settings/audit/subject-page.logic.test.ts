import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageOf } from './subject-page.logic.ts';

test('an entry leads to what it is about, unless that is gone or has no page', () => {
  const at = (type: string, action: string) => pageOf({ action, subject: { type, id: '7' } });
  assert.equal(at('rule', 'rule.updated'), '/routing/rules/7');
  assert.equal(at('settings', 'settings.updated'), '/settings/history');
  assert.equal(at('rule', 'rule.deleted'), null);
  assert.equal(at('customer', 'customer.erased'), null);
  assert.equal(at('secrets', 'secrets.rekeyed'), null);
  const drive = { type: 'integration', id: 'cloud-drive' };
  assert.equal(pageOf({ action: 'integration.connected', subject: drive }), '/knowledge/drive');
  assert.equal(pageOf({ action: 'integration.connected', subject: { ...drive, id: 'of another version' } }), null);
});
