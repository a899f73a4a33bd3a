import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newThreadId, replyAddress, threadOfAddress } from './thread-token.ts';

const birch = { organizationId: '0190a0b0-0000-7000-8000-000000000001', key: 'key-of-this-installation' };
const thread = newThreadId(birch.organizationId, 'mid:a@customer.test');
const address = replyAddress('support@birch.test', thread, birch);

test('a sealed address contains its thread, in upper or lower case', () => {
  assert.match(address, /^support\+t_[a-z2-7]{16}_[a-z2-7]{16}@birch\.test$/);
  assert.equal(threadOfAddress(address, [birch]), thread);
  assert.equal(threadOfAddress(address.toUpperCase(), [birch]), thread);
});

test('an address has at most one token, and its local part fits the protocol', () => {
  const again = replyAddress(`${'b'.repeat(26)}+t_x_y@in.test`, thread, birch);
  assert.ok(again.split('@')[0]!.length <= 64);
  assert.equal(threadOfAddress(again, [birch]), thread);
});

test('a token of another organization, installation or thread does not fit', () => {
  assert.equal(threadOfAddress(address, [{ ...birch, organizationId: '0190a0b0-0000-7000-8000-000000000002' }]), null);
  assert.equal(threadOfAddress(address, [{ ...birch, key: 'another' }]), null);
  const other = newThreadId(birch.organizationId, 'mid:b@customer.test');
  assert.equal(threadOfAddress(address.replace(thread, other), [birch]), null);
  assert.equal(threadOfAddress('support@birch.test', [birch]), null);
});

test('tokens of the previous key are still accepted while it is being rotated', () => {
  assert.equal(threadOfAddress(address, [{ ...birch, key: 'new key' }, birch]), thread);
});

test('the same mail begins the same thread, and a separate thread in each organization', () => {
  assert.equal(newThreadId(birch.organizationId, 'mid:a@customer.test'), thread);
  assert.notEqual(newThreadId('0190a0b0-0000-7000-8000-000000000002', 'mid:a@customer.test'), thread);
});
