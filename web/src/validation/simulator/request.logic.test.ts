import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lastQuestionOf } from '../../terms/last-question.logic.ts';
import { requestOf, startValues } from './request.logic.ts';

test('only what was filled in is asked', () => {
  assert.deepEqual(requestOf({ ...startValues, messages: [' Hello? '] }, null), {
    message: 'Hello?',
    channel: 'email',
    customer: { verified: false },
  });
});

test('several messages, another threshold and another switch', () => {
  const values = { ...startValues, messages: ['One', '', 'Two'], answer: 0.9, autoRespond: 'on' as const };
  const { messages, message, overlay } = requestOf(values, null);
  assert.deepEqual(messages, ['One', 'Two']);
  assert.equal(message, undefined);
  assert.deepEqual(overlay, { settings: { auto_respond_enabled: true, thresholds: { answer: 0.9 } } });
});

test('again in a real conversation: the last question, with what was said before it', () => {
  const message = (kind: string, text: string) => ({ kind, text });
  const messages = [
    message('customer', 'Hi'),
    message('ai', 'Hello'),
    message('note', 'VIP'),
    message('customer', 'And?'),
  ];
  const customer = { name: 'Robin', email: null, external_id: 'r1', verified: true };
  const thread = { channel: 'chatdesk', subject: null, customer, messages: [...messages, message('ai', 'Yes')] };
  const { question, beginning } = lastQuestionOf(thread as never);
  assert.equal(question, 'And?');
  assert.deepEqual(requestOf({ ...startValues, messages: [question], channel: 'email' }, beginning), {
    message: 'And?',
    channel: 'chatdesk',
    subject: null,
    customer,
    history: [
      { from: 'customer', text: 'Hi' },
      { from: 'us', text: 'Hello' },
    ],
  });
});
