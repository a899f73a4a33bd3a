import assert from 'node:assert/strict';
import { test } from 'node:test';
import { domainOf, loopPreventionHeaders, messageIdOf, referencesOf, replySubject } from './outgoing-mail.logic.ts';

test('the Message-ID is derived from the key, so that a repeat has the same one', () => {
  assert.equal(messageIdOf('reply:0190A', 'Support <support@Birch.test>'), 'reply.0190a@birch.test');
  assert.equal(domainOf('nothing'), 'localhost');
});

test('a reply’s subject gets one Re: and is one line', () => {
  assert.equal(replySubject('Invoice'), 'Re: Invoice');
  assert.equal(replySubject('AW: Rechnung'), 'AW: Rechnung');
  assert.equal(replySubject('a\r\nBcc: x@y.test'), 'Re: a Bcc: x@y.test');
  assert.equal(replySubject(null), 'Re: your message');
});

test('references are the parent’s and the parent; a long list keeps the first and the newest', () => {
  assert.deepEqual(referencesOf({ messageId: 'c', ancestors: ['a', 'b'] }), ['a', 'b', 'c']);
  assert.deepEqual(referencesOf(null), []);
  const many = referencesOf({ messageId: 'last', ancestors: Array.from({ length: 50 }, (_, index) => `m${index}`) });
  assert.equal(many.length, 20);
  assert.deepEqual([many[0], many.at(-1)], ['m0', 'last']);
});

test('mail by a machine is marked as automatic, mail by people is not', () => {
  assert.equal(loopPreventionHeaders('machine_answering', 'x')['Auto-Submitted'], 'auto-replied');
  assert.equal(loopPreventionHeaders('machine_telling', 'x')['Auto-Submitted'], 'auto-generated');
  assert.deepEqual(loopPreventionHeaders('person', 'x'), { 'X-Loop': 'x' });
});
