import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { destinationKinds, outcomes, supports } from '@desk/contract/decisions';
import { operators } from '@desk/contract/rules';
import { aDestination, aPolicy, aRule, aTag, answerFacts, facts, internalQueue, limits } from '../../../test/policy.ts';
import { decideBeforeAnswer, decideWithAnswer, type DecisionTerms } from './decision.logic.ts';
import type { AnswerFacts, Facts } from '../policy/facts.logic.ts';
import { stageOf } from '../policy/policy.logic.ts';
import type { Ruling } from './ruling.logic.ts';

const ids = ['internal', 'd0', 'd1', 'd2', 'd3', 'd4', 'gone'];
const anyId = fc.constantFrom(...ids);
const fieldNames = [
  'channel',
  'message.text',
  'message.word_count',
  'tag',
  'customer.verified',
  'customer.attributes.plan',
  'answer.confidence',
  'answer.collections',
  'lookup.a.b',
  'nonsense',
];
const scalar = fc.oneof(fc.string(), fc.double(), fc.boolean());
const condition = fc.record(
  {
    field: fc.constantFrom(...fieldNames),
    op: fc.constantFrom(...operators),
    value: fc.oneof(scalar, fc.array(scalar), fc.constant(null)),
  },
  { requiredKeys: ['field', 'op'] },
);
const conditions = fc.array(condition, { maxLength: 2 });
const when = fc.record({ all: conditions, any: conditions, none: conditions }, { requiredKeys: [] });
const then = fc.record(
  {
    decision: fc.constantFrom(...outcomes),
    destination_id: anyId,
    add_tag_ids: fc.array(fc.constantFrom('t0', 't1')),
    answer_threshold: fc.double({ min: 0, max: 1, noNaN: true }),
    require_verified: fc.boolean(),
  },
  { requiredKeys: [] },
);
const rules = fc.array(fc.record({ when, then, enabled: fc.boolean(), stop: fc.constantFrom(true, false, null) }), {
  maxLength: 6,
});
const destinations = fc.tuple(
  ...['d0', 'd1', 'd2', 'd3', 'd4'].map((id) =>
    fc
      .record({
        kind: fc.constantFrom(...destinationKinds),
        enabled: fc.boolean(),
        hours: fc.constantFrom('always' as const, 'business' as const),
        fallbackDestinationId: fc.option(anyId),
      })
      .map((more) => aDestination(id, more)),
  ),
);
const terms: fc.Arbitrary<DecisionTerms> = fc
  .record({
    rules,
    destinations,
    tagged: fc.option(anyId),
    fallback: fc.option(anyId),
    mode: fc.constantFrom('auto' as const, 'draft' as const),
  })
  .map((given) => ({
    policy: aPolicy({
      destinations: [...given.destinations, internalQueue],
      tags: [aTag('t0', { defaultDestinationId: given.tagged }), aTag('t1')],
      rules: given.rules.map((rule, index) => aRule(`r${index}`, rule)),
    }),
    limits: limits({ mode: given.mode, defaultDestinationId: given.fallback, allowedLanguages: ['en'] }),
  }));
const flags = fc.record({
  asksForHuman: fc.boolean(),
  humanOnly: fc.boolean(),
  confirmsOnly: fc.boolean(),
  greetingOnly: fc.boolean(),
  repeatedLoop: fc.boolean(),
  frustrated: fc.boolean(),
});
const known: fc.Arbitrary<Facts> = fc
  .record({
    channel: fc.constantFrom('chatdesk' as const, 'ticketdesk' as const, 'email' as const),
    stop: fc.option(fc.constantFrom('duplicate' as const, 'spam' as const), { freq: 1 }),
    hold: fc.option(
      fc.constantFrom('owner_human' as const, 'auto_respond_off' as const, 'pace_again' as const, 'budget' as const),
      { freq: 1 },
    ),
    signals: flags,
    text: fc.string(),
    tagIds: fc.array(fc.constantFrom('t0', 't1', 'unknown')),
    businessHours: fc.boolean(),
    turns: fc.integer({ min: 0, max: 8 }),
    language: fc.option(fc.constantFrom('en', 'de')),
  })
  .map(({ channel, stop, hold, signals, text, tagIds, businessHours, turns, language }) =>
    facts({
      channel,
      stop,
      hold,
      signals,
      tagIds,
      message: { text, language },
      time: { businessHours },
      conversation: { turns },
    }),
  );
const drafted: fc.Arbitrary<AnswerFacts> = fc
  .record({
    confidence: fc.double({ min: -1, max: 2 }),
    found: fc.boolean(),
    lookupFailed: fc.boolean(),
    supported: fc.constantFrom(...supports),
  })
  .map((more) => answerFacts(more));

function decide(on: DecisionTerms, about: Facts, answer: AnswerFacts): Ruling {
  const first = decideBeforeAnswer(on, about);
  return first.kind === 'final' ? first.ruling : decideWithAnswer(on, about, first.stage, answer);
}

type Holds = (ruling: Ruling, on: DecisionTerms, about: Facts, answer: AnswerFacts) => void;

/** Tests the property on random policies and messages. fast-check prints the seed of a counterexample. */
function always(sentence: string, holds: Holds): void {
  const property = fc.property(terms, known, drafted, (on, about, answer) =>
    holds(decide(on, about, answer), on, about, answer),
  );
  void test(sentence, () => fc.assert(property, { numRuns: 500 }));
}

always('the same inputs give the same ruling', (ruling, on, about, answer) => {
  assert.deepEqual(decide(on, structuredClone(about), structuredClone(answer)), ruling);
});

always(
  'an escalation always goes to a destination that accepts, after at most three fallbacks',
  ({ outcome, destination }) => {
    if (outcome !== 'escalate') return;
    assert.ok(destination);
    assert.equal(destination.path.at(-1)?.result, 'accepted');
    assert.equal(destination.path.at(-1)?.id, destination.id);
    assert.ok(destination.path.slice(0, -1).every((step) => step.result !== 'accepted'));
    const passed = destination.path.filter((step) => step.result !== 'missing');
    assert.ok(passed.length <= 5, JSON.stringify(destination.path));
    assert.equal(new Set(passed.map((step) => step.id)).size, passed.length);
  },
);

always(
  'a question that the passages do not answer is never answered, and a "no" changes nothing else',
  (ruling, on, about, answer) => {
    const doubtful = decide(on, about, { ...answer, supported: 'no' });
    assert.ok(!(doubtful.outcome === 'answer' || doubtful.kept === 'answer'));
    const sure = decide(on, about, { ...answer, supported: 'yes' });
    if (!answer.found || sure.outcome === 'suppress' || sure.outcome === 'escalate')
      assert.deepEqual([doubtful.outcome, doubtful.reason], [sure.outcome, sure.reason]);
    assert.ok(ruling);
  },
);

always('the customer gets no message if none may be sent', ({ outcome, speaks }, { limits: { mode } }, about) => {
  if (about.stop || about.hold === 'owner_human' || about.hold === 'auto_respond_off' || mode === 'draft')
    assert.equal(speaks, false);
  if (about.stop || about.hold) assert.ok(outcome === 'escalate' || outcome === 'suppress');
});

always('every enabled rule has one result, in the order of the policy', ({ rules: results }, { policy }) => {
  assert.deepEqual(
    results.map((each) => each.rule_id),
    policy.rules.filter((rule) => rule.enabled).map((rule) => rule.id),
  );
});

always('the rule that decided is the first of its stage that matched with a decision', (ruling, { policy }) => {
  if (ruling.ruleId === null) return;
  const matched = ruling.rules.filter((each) => each.result === 'matched').map((each) => each.rule_id);
  const deciders = policy.rules.filter((rule) => matched.includes(rule.id) && rule.then.decision);
  const first = deciders.find((rule) => stageOf(rule.when) === 'before_answer') ?? deciders[0];
  assert.equal(first?.id, ruling.ruleId);
});

always('an answer was found, and is confident enough unless a rule insists', (ruling, on, _about, answer) => {
  if (ruling.outcome !== 'answer') return;
  assert.ok(answer.found);
  const thresholds = [
    on.limits.thresholds.answer,
    ...on.policy.rules.flatMap((rule) => rule.then.answer_threshold ?? []),
  ];
  if (ruling.reason === 'confident') assert.ok(answer.confidence >= Math.min(...thresholds));
  else assert.equal(ruling.reason, 'policy_rule');
});

always('a wish for a person is never answered by the AI', ({ outcome }, _on, about) => {
  if (about.signals.asksForHuman && !about.stop) assert.ok(outcome === 'escalate' || outcome === 'suppress');
});
