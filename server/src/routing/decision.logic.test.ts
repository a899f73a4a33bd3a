import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { When } from '@desk/contract/rules';
import { aDestination, aPolicy, aRule, aTag, answerFacts, facts, limits } from '../../test/policy.ts';
import { decideBeforeAnswer, decideWithAnswer } from './decision.logic.ts';
import type { AnswerFacts, Facts, Limits } from './facts.logic.ts';
import type { Policy } from './policy.logic.ts';
import type { Ruling } from './ruling.logic.ts';

interface Given {
  policy?: Partial<Policy>;
  limits?: Partial<Limits>;
  facts?: Parameters<typeof facts>[0];
  answer?: Partial<AnswerFacts>;
}

/** Both steps, as `consider` takes them. */
function decide(given: Given): Ruling {
  const terms = { policy: aPolicy(given.policy), limits: limits(given.limits) };
  const known: Facts = facts(given.facts);
  const first = decideBeforeAnswer(terms, known);
  if (first.kind === 'final') return first.ruling;
  return decideWithAnswer(terms, known, first.stage, answerFacts(given.answer));
}

const refund: When = { all: [{ field: 'message.text', op: 'contains', value: 'refund' }] };
const weak: When = { all: [{ field: 'answer.confidence', op: 'lt', value: 0.95 }] };
const escalating = aRule('to-billing', { when: refund, then: { decision: 'escalate', destination_id: 'billing' } });
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
  ['a weak draft escalates', { answer: { confidence: 0.44 } }, { outcome: 'escalate', reason: 'low_confidence' }],
  [
    'nothing relevant escalates as missing knowledge',
    { answer: { found: false, confidence: 0.99 } },
    { outcome: 'escalate', reason: 'missing_knowledge' },
  ],
  [
    'a confidence that is no number counts as none',
    { answer: { confidence: Number.NaN } },
    { outcome: 'escalate', reason: 'low_confidence' },
  ],
  [
    'asking back ends at the cap',
    { answer: { confidence: 0.5 }, facts: { conversation: { clarifications: 2 } } },
    { outcome: 'escalate', reason: 'ambiguous_after_clarification' },
  ],
  [
    'above the cap a sure answer is still given',
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
    'auto-respond off says nothing',
    { facts: { hold: 'auto_respond_off' } },
    { outcome: 'escalate', reason: 'auto_respond_off', speaks: false },
  ],
  [
    'auto-respond off comes before a wish for a person',
    { facts: { hold: 'auto_respond_off', signals: { asksForHuman: true } } },
    { reason: 'auto_respond_off', speaks: false },
  ],
  [
    'a person who owns the conversation is not talked over',
    { facts: { hold: 'owner_human' } },
    { outcome: 'escalate', reason: 'human_reply', speaks: false },
  ],
  [
    'a channel that is not ready says nothing',
    { facts: { hold: 'channel_not_ready' } },
    { outcome: 'escalate', reason: 'channel_not_ready', speaks: false },
  ],
  [
    'an exhausted budget still announces the handover',
    { facts: { hold: 'budget' } },
    { outcome: 'escalate', reason: 'budget_limit', speaks: true },
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
    'while held, a rule may still say that nobody needs to see it',
    {
      facts: { hold: 'auto_respond_off', ...asksRefund },
      policy: { rules: [aRule('r', { when: refund, then: { decision: 'suppress' } })] },
    },
    { outcome: 'suppress', reason: 'policy_rule', ruleId: 'r' },
  ],

  [
    'who asks for a person gets one',
    { facts: { signals: { asksForHuman: true } } },
    { outcome: 'escalate', reason: 'customer_request', speaks: true },
  ],
  [
    'a wish for a person wins over a rule that answers',
    { facts: { signals: { asksForHuman: true } }, policy: { rules: [aRule('r', { then: { decision: 'answer' } })] } },
    { reason: 'customer_request', ruleId: null },
  ],
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
    'other words of a rule go to the note',
    { policy: { rules: [aRule('r', { then: { decision: 'escalate', reason: 'key account' } })] } },
    { reason: 'policy_rule', ruleReason: 'key account' },
  ],
  [
    'a rule that does not match changes nothing',
    { policy: { rules: [escalating] } },
    { outcome: 'answer', ruleId: null },
  ],
  [
    'a disabled rule is not asked',
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
    { outcome: 'draft', reason: 'policy_rule', speaks: false },
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
    'a rule cannot ask back beyond the cap',
    {
      facts: { conversation: { clarifications: 2 } },
      policy: { rules: [aRule('r', { then: { decision: 'clarify' } })] },
    },
    { reason: 'ambiguous_after_clarification' },
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
    'a rule on the answer comes after those that do not look at it',
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
    'where rules disagree the earlier one wins',
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
    'a tag that is there already is not added again',
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
    'a language that could not be told is let through',
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
    'a verified customer passes it',
    { policy: { rules: [aRule('r', { then: { require_verified: true } })] } },
    { outcome: 'answer' },
  ],
  [
    'a rule on the answer may ask for one too',
    {
      facts: { customer: { verified: false } },
      policy: { rules: [aRule('r', { when: weak, then: { require_verified: true } })] },
    },
    { reason: 'verification_required' },
  ],

  [
    'what only a person may do goes to one',
    { facts: { signals: { humanOnly: true } } },
    { outcome: 'escalate', reason: 'guardrail' },
  ],
  [
    'a broad rule that answers does not open that gate',
    { facts: { signals: { humanOnly: true } }, policy: { rules: [aRule('r', { then: { decision: 'answer' } })] } },
    { reason: 'guardrail' },
  ],
  [
    'a rule that drafts does, since a person will look',
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
    'thanks without a reply of ours confirm nothing',
    { facts: { signals: { confirmsOnly: true } } },
    { outcome: 'answer' },
  ],
  [
    'a confirmation at the turn cap brings nobody in',
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
    'a greeting is asked what it is about',
    { facts: { signals: { greetingOnly: true } } },
    { outcome: 'clarify', reason: 'ambiguous' },
  ],
  [
    'greetings without end go to a person',
    { facts: { signals: { greetingOnly: true }, conversation: { clarifications: 2 } } },
    { reason: 'ambiguous_after_clarification' },
  ],

  [
    'draft mode keeps the answer',
    { limits: { mode: 'draft' } },
    { outcome: 'draft', reason: 'confident', speaks: false },
  ],
  [
    'draft mode keeps the question',
    { limits: { mode: 'draft' }, answer: { confidence: 0.5 } },
    { outcome: 'draft', reason: 'ambiguous' },
  ],
  [
    'draft mode keeps even the question to a greeting',
    { limits: { mode: 'draft' }, facts: { signals: { greetingOnly: true } } },
    { outcome: 'draft' },
  ],
  [
    'draft mode escalates without a word',
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

test('every rule says what became of it, and the condition that failed', () => {
  const rules = [
    aRule('miss', { when: { all: [{ field: 'channel', op: 'eq', value: 'email' }, ...(refund.all ?? [])] } }),
    aRule('hit', { then: { decision: 'suppress' } }),
    aRule('after'),
    aRule('late', { when: weak }),
  ];
  assert.deepEqual(decide({ policy: { rules } }).rules, [
    {
      rule_id: 'miss',
      name: 'miss',
      result: 'not_matched',
      failed: { path: '/all/1', field: 'message.text', op: 'contains' },
    },
    { rule_id: 'hit', name: 'hit', result: 'matched' },
    { rule_id: 'after', name: 'after', result: 'not_reached' },
    { rule_id: 'late', name: 'late', result: 'not_reached' },
  ]);
});

test('a rule sees the tags of the message and those of earlier rules', () => {
  const tagged = (id: string): When => ({ all: [{ field: 'tag', op: 'eq', value: id }] });
  const rules = [
    aRule('a', { when: tagged('detected'), then: { add_tag_ids: ['money'] } }),
    aRule('b', { when: tagged('money'), then: { decision: 'escalate' } }),
  ];
  assert.equal(decide({ facts: { tagIds: ['detected'] }, policy: { rules } }).ruleId, 'b');
  assert.equal(decide({ policy: { rules } }).outcome, 'answer');
});

test('a decision without stop lets later rules add, but not decide', () => {
  const rules = [
    aRule('a', { then: { decision: 'escalate' }, stop: false }),
    aRule('b', { then: { decision: 'suppress', add_tag_ids: ['x'], destination_id: 'billing' } }),
    aRule('c', { then: { add_tag_ids: ['y'] } }),
  ];
  const ruling = decide({ policy: { rules, destinations: [billing] } });
  assert.equal(ruling.ruleId, 'a');
  assert.deepEqual(ruling.addTagIds, ['x']);
  assert.equal(ruling.destination?.id, 'billing');
});

test('a rule that decides nothing stops only when it says so', () => {
  const then = { add_tag_ids: ['x'] };
  const decider = aRule('b', { then: { decision: 'suppress' } });
  assert.equal(decide({ policy: { rules: [aRule('a', { then }), decider] } }).outcome, 'suppress');
  assert.equal(decide({ policy: { rules: [aRule('a', { then, stop: true }), decider] } }).outcome, 'answer');
});

test('a lookup is a fact for the rules after it', () => {
  const when: When = { all: [{ field: 'lookup.order.status', op: 'eq', value: 'lost' }] };
  const rules = [aRule('r', { when, then: { decision: 'escalate' } })];
  assert.equal(decide({ policy: { rules }, answer: { lookups: { order: { status: 'Lost' } } } }).ruleId, 'r');
  assert.equal(decide({ policy: { rules } }).outcome, 'answer');
});

test('a draft goes where the rule says, else nowhere', () => {
  const rules = [aRule('r', { then: { decision: 'draft', destination_id: 'billing' } })];
  assert.equal(decide({ policy: { rules, destinations: [billing] } }).destination?.id, 'billing');
  assert.equal(decide({ limits: { mode: 'draft' }, policy: { tags: [aTag('t')] } }).destination, null);
});
