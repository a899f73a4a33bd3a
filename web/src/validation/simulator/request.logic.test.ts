import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lastQuestionOf } from '../../terms/last-question.logic.ts';
import { requestOf, startValues, sufficient } from './request.logic.ts';

test('the request contains only the fields that were filled in', () => {
  assert.deepEqual(requestOf({ ...startValues, messages: [' Hello? '] }, null), {
    message: 'Hello?',
    channel: 'email',
    customer: { verified: false },
  });
});

test('a request has several messages, another threshold and another switch', () => {
  const values = { ...startValues, messages: ['One', '', 'Two'], answer: 0.9, autoRespond: 'on' as const };
  const { messages, message, overlay } = requestOf(values, null);
  assert.deepEqual(messages, ['One', 'Two']);
  assert.equal(message, undefined);
  assert.deepEqual(overlay, { settings: { auto_respond_enabled: true, thresholds: { answer: 0.9 } } });
});

const message = (kind: string, text: string, more: object = {}) => ({
  id: `${kind} ${text}`,
  kind,
  text,
  authenticity: 'proven',
  attachments: [],
  ...more,
});

test('a request within a real conversation has the last question and the earlier messages', () => {
  const messages = [
    message('customer', 'Hi'),
    message('ai', 'Hello'),
    message('note', 'VIP'),
    message('customer', 'And?'),
  ];
  const customer = { name: 'Robin', email: null, external_id: 'r1', verified: true };
  const thread = {
    channel: 'chatdesk',
    subject: null,
    customer,
    messages: [...messages, message('ai', 'Yes')],
    last_decision: null,
  };
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

test('the last question of a conversation completes our question if the real one did', () => {
  const messages = [
    message('customer', 'Hi', { authenticity: 'unproven' }),
    message('ai', 'Which one?', { asks_back: true }),
    message('customer', 'This'),
  ];
  const historyFor = (decision: object) => {
    const thread = {
      channel: 'email',
      subject: null,
      customer: {},
      messages,
      last_decision: { rules: [], message_ids: [], ...decision },
    };
    return lastQuestionOf(thread as never).beginning.history;
  };
  const hi = { from: 'customer', text: 'Hi', unproven: true };
  const which = { from: 'us', text: 'Which one?' };
  assert.deepEqual(historyFor({ carried_over: 'Hi' }), [hi, { ...which, asks_back: true }]);
  assert.deepEqual(historyFor({ rules: [{ asked_already: true }] }), [hi, { ...which, asks_back: true }]);
  assert.deepEqual(historyFor({}), [hi, which]);
});

test('the last question has all messages that were decided together, and their files', () => {
  const file = { id: 'f', name: 'screen.png', media_type: 'image/png', bytes: 3 };
  const asked = [message('customer', 'See the screenshot', { attachments: [file] }), message('customer', 'What now?')];
  const thread = {
    channel: 'email',
    subject: null,
    customer: {},
    messages: [message('customer', 'Hi'), message('ai', 'Hello'), ...asked, message('note', 'Hm')],
    last_decision: { rules: [], message_ids: asked.map(({ id }) => id) },
  };
  const { question, beginning } = lastQuestionOf(thread as never);
  assert.equal(question, 'See the screenshot\n\nWhat now?');
  assert.deepEqual(beginning.attachments, [{ name: 'screen.png', media_type: 'image/png' }]);
  assert.deepEqual(beginning.history, [
    { from: 'customer', text: 'Hi' },
    { from: 'us', text: 'Hello' },
  ]);
});

test('a needed threshold that is shown with four decimals still suffices', () => {
  assert.equal(sufficient(0.929302, 0.929301), 0.9294, 'one that the confidence must not reach is rounded up');
  assert.equal(sufficient(0.62347, 0.62347), 0.6234, 'one that the confidence must reach is rounded down');
  assert.equal(sufficient(0.7, 0.62347), 0.7);
  assert.equal(sufficient(0.55, 0.62347), 0.55);
  assert.equal(sufficient(1, 0.99999), 1);
});
