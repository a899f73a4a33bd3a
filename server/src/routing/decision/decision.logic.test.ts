import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { When } from '@desk/contract/rules';
import { aDestination, aRule, decide, type Given } from '../../../test/policy.ts';
import type { Ruling } from './ruling.logic.ts';

const refund: When = { all: [{ field: 'message.text', op: 'contains', value: 'refund' }] };
const weak: When = { all: [{ field: 'answer.confidence', op: 'lt', value: 0.95 }] };
const escalating = aRule('to-billing', { when: refund, then: { decision: 'escalate', destination_id: 'billing' } });
const asksRefund = { message: { text: 'Can I get a REFUND?' } };
const billing = aDestination('billing');

const table: readonly (readonly [sentence: string, given: Given, expected: Partial<Ruling>])[] = [
  [
    'a rule escalates',
    { facts: asksRefund, policy: { rules: [escalating], destinations: [billing] } },
    { outcome: 'escalate', reason: 'policy_rule', ruleId: 'to-billing' },
  ],
  [
    'a rule may name one of the closed reasons',
    { policy: { rules: [aRule('r', { then: { decision: 'escalate', reason: 'verification_required' } })] } },
    { reason: 'verification_required', ruleId: 'r' },
  ],
  [
    'a reason in the words of a rule goes to the note',
    { policy: { rules: [aRule('r', { then: { decision: 'escalate', reason: 'key account' } })] } },
    { reason: 'policy_rule', ruleReason: 'key account' },
  ],
  [
    'a rule that does not match changes nothing',
    { policy: { rules: [escalating] } },
    { outcome: 'answer', ruleId: null },
  ],
  [
    'a disabled rule is not evaluated',
    { facts: asksRefund, policy: { rules: [{ ...escalating, enabled: false }] } },
    { outcome: 'answer', rules: [] },
  ],
  [
    'a rule may suppress',
    { policy: { rules: [aRule('r', { then: { decision: 'suppress' } })] } },
    { outcome: 'suppress', reason: 'policy_rule', speaks: false },
  ],
  [
    'a rule may ask for a draft',
    { policy: { rules: [aRule('r', { then: { decision: 'draft' } })] } },
    { outcome: 'draft', kept: 'answer', reason: 'policy_rule', speaks: false },
  ],
  [
    'a rule may insist on an answer below the threshold',
    { answer: { confidence: 0.2 }, policy: { rules: [aRule('r', { then: { decision: 'answer' } })] } },
    { outcome: 'answer', reason: 'policy_rule' },
  ],
  [
    'no rule can insist on an answer that was not found',
    { answer: { found: false }, policy: { rules: [aRule('r', { then: { decision: 'answer' } })] } },
    { outcome: 'escalate', reason: 'missing_knowledge' },
  ],
  [
    'a rule may ask back, within the cap',
    { policy: { rules: [aRule('r', { then: { decision: 'clarify', message: 'Which shop?' } })] } },
    { outcome: 'clarify', reason: 'policy_rule', message: 'Which shop?' },
  ],
  [
    'a rule may ask back although nothing was found',
    {
      answer: { found: false },
      policy: { rules: [aRule('r', { then: { decision: 'clarify', message: 'Which shop?' } })] },
    },
    { outcome: 'clarify', reason: 'policy_rule', message: 'Which shop?' },
  ],
  [
    'a rule cannot ask back beyond the cap',
    {
      facts: { conversation: { clarifications: 2 } },
      policy: { rules: [aRule('r', { then: { decision: 'clarify' } })] },
    },
    { reason: 'ambiguous_after_clarification' },
  ],
  [
    'the question of a rule is not the notice of a handover',
    {
      facts: { signals: { asksForHuman: true } },
      policy: { rules: [aRule('r', { then: { decision: 'clarify', message: 'Which shop?' } })] },
    },
    { outcome: 'escalate', reason: 'customer_request', message: null },
  ],
  [
    'the notice of a rule is not a question',
    {
      policy: {
        rules: [
          aRule('a', { then: { decision: 'clarify' }, stop: false }),
          aRule('b', { then: { decision: 'escalate', message: 'A colleague will write to you.' } }),
        ],
      },
    },
    { outcome: 'clarify', ruleId: 'a', message: null },
  ],
  [
    'a rule may raise the threshold',
    { answer: { confidence: 0.8 }, policy: { rules: [aRule('r', { then: { answer_threshold: 0.9 } })] } },
    { outcome: 'clarify' },
  ],
  [
    'a rule may lower the threshold',
    { answer: { confidence: 0.5 }, policy: { rules: [aRule('r', { then: { answer_threshold: 0.5 } })] } },
    { outcome: 'answer' },
  ],
  [
    'the first decision wins',
    {
      policy: {
        rules: [
          aRule('a', { then: { decision: 'suppress' }, stop: false }),
          aRule('b', { then: { decision: 'escalate' } }),
        ],
      },
    },
    { outcome: 'suppress', ruleId: 'a' },
  ],
  [
    'a rule on the answer escalates',
    { policy: { rules: [aRule('r', { when: weak, then: { decision: 'escalate' } })] } },
    { outcome: 'escalate', reason: 'policy_rule', ruleId: 'r' },
  ],
  [
    'a rule on the answer may keep it for approval',
    { policy: { rules: [aRule('r', { when: weak, then: { decision: 'draft' } })] } },
    { outcome: 'draft', ruleId: 'r' },
  ],
  [
    'a rule on the answer comes after rules that do not test the answer',
    {
      policy: {
        rules: [
          aRule('late', { priority: 1, when: weak, then: { decision: 'escalate' } }),
          aRule('early', { priority: 9, then: { decision: 'suppress' } }),
        ],
      },
    },
    { outcome: 'suppress', ruleId: 'early' },
  ],
  [
    'collections and lookups of all matched rules are united',
    {
      policy: {
        rules: [
          aRule('a', { then: { collection_ids: ['c1'], lookup_template_ids: ['t1'] } }),
          aRule('b', { then: { collection_ids: ['c2'], lookup_template_ids: ['t1', 't2'] } }),
        ],
      },
    },
    { collectionIds: ['c1', 'c2'], lookupTemplateIds: ['t1', 't2'] },
  ],
  [
    'if rules conflict, the earlier one wins',
    {
      policy: {
        rules: [
          aRule('a', { then: { priority: 'low', message: 'A' } }),
          aRule('b', { then: { priority: 'urgent', message: 'B' } }),
        ],
      },
    },
    { priority: 'low', message: 'A' },
  ],
  [
    'a tag that is already set is not added again',
    { facts: { tagIds: ['vip'] }, policy: { rules: [aRule('a', { then: { add_tag_ids: ['vip', 'new'] } })] } },
    { addTagIds: ['new'] },
  ],
  [
    'a lookup that failed escalates',
    { answer: { lookupFailed: true } },
    { outcome: 'escalate', reason: 'connector_failure' },
  ],

  ['an allowed language is answered', { limits: { allowedLanguages: ['en-GB', 'de'] } }, { outcome: 'answer' }],
  [
    'another language escalates',
    { limits: { allowedLanguages: ['de'] } },
    { outcome: 'escalate', reason: 'language_unsupported' },
  ],
  [
    'a language that could not be detected is allowed',
    { limits: { allowedLanguages: ['de'] }, facts: { message: { language: null } } },
    { outcome: 'answer' },
  ],
  [
    'a rule comes before the language',
    { limits: { allowedLanguages: ['de'] }, policy: { rules: [aRule('r', { then: { decision: 'suppress' } })] } },
    { outcome: 'suppress' },
  ],
  [
    'an attachment that matters and cannot be read escalates',
    { facts: { message: { needsUnreadableAttachment: true } } },
    { reason: 'attachment_unsupported' },
  ],
  [
    'a rule may ask for a verified customer',
    { facts: { customer: { verified: false } }, policy: { rules: [aRule('r', { then: { require_verified: true } })] } },
    { reason: 'verification_required' },
  ],
  [
    'a verified customer passes that rule',
    { policy: { rules: [aRule('r', { then: { require_verified: true } })] } },
    { outcome: 'answer' },
  ],
  [
    'a rule on the answer may also ask for a verified customer',
    {
      facts: { customer: { verified: false } },
      policy: { rules: [aRule('r', { when: weak, then: { require_verified: true } })] },
    },
    { reason: 'verification_required' },
  ],

  [
    'a request that only a person may handle goes to a person',
    { facts: { signals: { humanOnly: true } } },
    { outcome: 'escalate', reason: 'guardrail' },
  ],
  [
    'an urgent message raises the priority, even if a broad rule or a person set a lower one',
    {
      facts: { signals: { humanOnly: true, raisesPriorityTo: 'urgent' }, conversation: { priority: 'high' } },
      policy: { rules: [aRule('r', { then: { priority: 'low' } })] },
    },
    { reason: 'guardrail', priority: 'urgent' },
  ],
  [
    'a higher priority is not lowered',
    { facts: { signals: { raisesPriorityTo: 'high' }, conversation: { priority: 'urgent' } } },
    { priority: null },
  ],
  [
    'a broad rule that answers does not bypass the gate for people',
    { facts: { signals: { humanOnly: true } }, policy: { rules: [aRule('r', { then: { decision: 'answer' } })] } },
    { reason: 'guardrail' },
  ],
  [
    'a rule that drafts bypasses the gate for people, because a person reads the draft',
    { facts: { signals: { humanOnly: true } }, policy: { rules: [aRule('r', { then: { decision: 'draft' } })] } },
    { outcome: 'draft' },
  ],
  [
    'the same question again after our answer goes to a person',
    { facts: { signals: { repeatedLoop: true } } },
    { reason: 'repeated_loop' },
  ],
  [
    'anger after our reply goes to a person',
    { facts: { signals: { frustrated: true }, conversation: { turns: 1 } } },
    { reason: 'frustration' },
  ],
  ['anger in a first message may have an answer', { facts: { signals: { frustrated: true } } }, { outcome: 'answer' }],

  [
    'a confirmation settles the matter',
    { facts: { signals: { confirmsOnly: true }, conversation: { replied: true } } },
    { outcome: 'suppress', reason: 'confirmed', speaks: false, destination: null },
  ],
  [
    'thanks before any reply of ours confirm nothing',
    { facts: { signals: { confirmsOnly: true } } },
    { outcome: 'answer' },
  ],
  [
    'a confirmation at the turn cap is not handed over',
    { facts: { signals: { confirmsOnly: true }, conversation: { replied: true, turns: 6 } } },
    { reason: 'confirmed' },
  ],
  [
    'a confirmation in any language settles the matter',
    {
      limits: { allowedLanguages: ['de'] },
      facts: { signals: { confirmsOnly: true }, conversation: { replied: true } },
    },
    { reason: 'confirmed' },
  ],
  [
    'after a greeting we ask what it is about',
    { facts: { signals: { greetingOnly: true } } },
    { outcome: 'clarify', reason: 'ambiguous' },
  ],
  [
    'a greeting in reply to our question goes to a person',
    { facts: { signals: { greetingOnly: true }, conversation: { clarifications: 1, askedBack: ['Which one?'] } } },
    { outcome: 'escalate', reason: 'ambiguous_after_clarification' },
  ],
  [
    'greetings without end go to a person',
    { facts: { signals: { greetingOnly: true }, conversation: { clarifications: 2 } } },
    { reason: 'ambiguous_after_clarification' },
  ],

  [
    'an answer that the customer has read is not given again',
    { answer: { repeats: true } },
    { outcome: 'escalate', reason: 'repeated_loop' },
  ],
  [
    'a question back is asked although the customer has read the answer',
    { answer: { repeats: true, confidence: 0.5 } },
    { outcome: 'clarify', reason: 'ambiguous' },
  ],
  [
    'nor is it kept for approval',
    { limits: { mode: 'draft' }, answer: { repeats: true } },
    { outcome: 'escalate', kept: null, reason: 'repeated_loop' },
  ],

  [
    'draft mode keeps the answer',
    { limits: { mode: 'draft' } },
    { outcome: 'draft', kept: 'answer', reason: 'confident', speaks: false },
  ],
  [
    'draft mode keeps the question',
    { limits: { mode: 'draft' }, answer: { confidence: 0.5 } },
    { outcome: 'draft', kept: 'question', reason: 'ambiguous' },
  ],
  [
    'draft mode keeps even the question to a greeting',
    { limits: { mode: 'draft' }, facts: { signals: { greetingOnly: true } } },
    { outcome: 'draft', kept: 'question' },
  ],
  [
    'draft mode escalates without a notice',
    { limits: { mode: 'draft' }, answer: { confidence: 0.1 } },
    { outcome: 'escalate', speaks: false },
  ],
];

for (const [sentence, given, expected] of table) {
  test(sentence, () => {
    const ruling = decide(given);
    assert.deepEqual({ ...ruling, ...expected }, ruling);
  });
}
