import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { When } from '@desk/contract/rules';
import { aDestination, aRule, decide, type Given } from '../../../test/policy.ts';
import type { Ruling } from './ruling.logic.ts';

const refund: When = { all: [{ field: 'message.text', op: 'contains', value: 'refund' }] };
const asksRefund = { message: { text: 'Can I get a REFUND?' } };
const billing = aDestination('billing');

const table: readonly (readonly [sentence: string, given: Given, expected: Partial<Ruling>])[] = [
  ['a confident draft is sent', {}, { outcome: 'answer', reason: 'confident', speaks: true, destination: null }],
  ['a draft exactly at the threshold is sent', { answer: { confidence: 0.7 } }, { outcome: 'answer' }],
  [
    'an uncertain draft asks back',
    { answer: { confidence: 0.5 } },
    { outcome: 'clarify', reason: 'ambiguous', speaks: true },
  ],
  ['a draft exactly at the lower threshold asks back', { answer: { confidence: 0.45 } }, { outcome: 'clarify' }],
  ['a weak draft escalates', { answer: { confidence: 0.44 } }, { outcome: 'escalate', reason: 'low_confidence' }],
  [
    'nothing relevant escalates as missing knowledge',
    { answer: { found: false, confidence: 0.99 } },
    { outcome: 'escalate', reason: 'missing_knowledge' },
  ],
  [
    'a confidence that is not a number counts as 0',
    { answer: { confidence: Number.NaN } },
    { outcome: 'escalate', reason: 'low_confidence' },
  ],
  [
    'asking back ends at the cap',
    { answer: { confidence: 0.5 }, facts: { conversation: { clarifications: 2 } } },
    { outcome: 'escalate', reason: 'ambiguous_after_clarification' },
  ],
  [
    'above the cap a confident answer is still given',
    { facts: { conversation: { clarifications: 2 } } },
    { outcome: 'answer' },
  ],

  [
    'a duplicate is left alone',
    { facts: { stop: 'duplicate' } },
    { outcome: 'suppress', reason: 'duplicate', speaks: false, destination: null },
  ],
  ['our own echo is left alone', { facts: { stop: 'own_echo' } }, { outcome: 'suppress', reason: 'own_echo' }],
  [
    'automated mail is never answered',
    { facts: { stop: 'automated', signals: { asksForHuman: true } } },
    { outcome: 'suppress', reason: 'automated' },
  ],
  ['spam is never answered', { facts: { stop: 'spam' } }, { outcome: 'suppress', reason: 'spam' }],
  [
    'with auto-respond off nothing is sent',
    { facts: { hold: 'auto_respond_off' } },
    { outcome: 'escalate', reason: 'auto_respond_off', speaks: false },
  ],
  [
    'auto-respond off comes before a wish for a person',
    { facts: { hold: 'auto_respond_off', signals: { asksForHuman: true } } },
    { reason: 'auto_respond_off', speaks: false },
  ],
  [
    'nothing is sent in a conversation that a person owns',
    { facts: { hold: 'owner_human' } },
    { outcome: 'escalate', reason: 'human_reply', speaks: false },
  ],
  [
    'nothing is sent on a channel that is not ready',
    { facts: { hold: 'channel_not_ready' } },
    { outcome: 'escalate', reason: 'channel_not_ready', speaks: false },
  ],
  [
    'an exhausted budget still announces the handover',
    { facts: { hold: 'budget' } },
    { outcome: 'escalate', reason: 'budget_limit', speaks: true },
  ],
  [
    'more messages in a minute than a person writes go to people, with a notice',
    { facts: { hold: 'pace' } },
    { outcome: 'escalate', reason: 'automated_loop', speaks: true },
  ],
  [
    'later messages in the same minute get no notice',
    { facts: { hold: 'pace_again' } },
    { outcome: 'escalate', reason: 'automated_loop', speaks: false },
  ],
  [
    'a confirmation needs no budget',
    { facts: { hold: 'budget', signals: { confirmsOnly: true }, conversation: { replied: true } } },
    { outcome: 'suppress', reason: 'confirmed' },
  ],
  [
    'a confirmation needs no person, however many messages came within the minute',
    { facts: { hold: 'pace_again', signals: { confirmsOnly: true }, conversation: { replied: true } } },
    { outcome: 'suppress', reason: 'confirmed' },
  ],
  [
    'a confirmation goes to people if people own the conversation',
    { facts: { hold: 'owner_human', signals: { confirmsOnly: true }, conversation: { replied: true } } },
    { outcome: 'escalate', reason: 'human_reply', speaks: false },
  ],
  [
    'a confirmation goes to people if the AI is switched off',
    { facts: { hold: 'auto_respond_off', signals: { confirmsOnly: true }, conversation: { replied: true } } },
    { outcome: 'escalate', reason: 'auto_respond_off', speaks: false },
  ],
  [
    'an unverified customer is answered like any other if no rule requires verification',
    { facts: { customer: { verified: false } } },
    { outcome: 'answer' },
  ],
  [
    'an answer goes only to the customer, whatever destination a rule names',
    { policy: { rules: [aRule('r', { then: { destination_id: 'billing' } })], destinations: [billing] } },
    { outcome: 'answer', destination: null },
  ],
  [
    'at the turn cap a person takes over',
    { facts: { conversation: { turns: 6 } } },
    { outcome: 'escalate', reason: 'turn_limit', speaks: true },
  ],
  ['below the turn cap the AI answers', { facts: { conversation: { turns: 5 } } }, { outcome: 'answer' }],
  [
    'while held, the message is still tagged and routed',
    {
      facts: { hold: 'auto_respond_off', ...asksRefund },
      policy: {
        rules: [
          aRule('r', {
            when: refund,
            then: { decision: 'escalate', destination_id: 'billing', add_tag_ids: ['money'], priority: 'high' },
          }),
        ],
        destinations: [billing],
      },
    },
    { reason: 'auto_respond_off', addTagIds: ['money'], priority: 'high' },
  ],
  [
    'while held, a rule may still suppress the message',
    {
      facts: { hold: 'auto_respond_off', ...asksRefund },
      policy: { rules: [aRule('r', { when: refund, then: { decision: 'suppress' } })] },
    },
    { outcome: 'suppress', reason: 'policy_rule', ruleId: 'r' },
  ],

  [
    'a customer who asks for a person gets one',
    { facts: { signals: { asksForHuman: true } } },
    { outcome: 'escalate', reason: 'customer_request', speaks: true },
  ],
  [
    'a wish for a person wins over a rule that answers',
    { facts: { signals: { asksForHuman: true } }, policy: { rules: [aRule('r', { then: { decision: 'answer' } })] } },
    { reason: 'customer_request', ruleId: null },
  ],
];

for (const [sentence, given, expected] of table) {
  test(sentence, () => {
    const ruling = decide(given);
    assert.deepEqual({ ...ruling, ...expected }, ruling);
  });
}
