import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Condition, Operator, When } from '@desk/contract/rules';
import { handoverReasons } from '@desk/contract/decisions';
import fc from 'fast-check';
import { aDestination, aPolicy, aRule, aTag, answerFacts, facts, internalQueue, limits } from '../../../test/policy.ts';
import type { AnswerFacts, Facts } from '../policy/facts.logic.ts';
import { decideBeforeAnswer, decideWithAnswer, type DecisionTerms } from './decision.logic.ts';

// A second, deliberately plain implementation of the order in docs/behaviour.md, written from that page alone. For random policies
// and messages, both give the same outcome, reason, rule, tags, priority and destination.

interface Expected {
  outcome: string;
  reason: string;
  ruleId: string | null;
  tags: string[];
  priority: string | null;
  destination: string | null;
}

type Row = Record<string, unknown>;

/** All fields by name, as a flat record. Fields of the answer are included only if there is one. */
const rowOf = (about: Facts, tags: readonly string[], answer: AnswerFacts | null): Row => ({
  channel: about.channel,
  'message.text': about.message.text,
  'message.word_count': about.message.wordCount,
  'customer.verified': about.customer.verified,
  ...('plan' in about.customer.attributes ? { 'customer.attributes.plan': about.customer.attributes['plan'] } : {}),
  'time.business_hours': about.time.businessHours,
  tag: tags,
  ...(answer ? { 'answer.confidence': answer.confidence, 'answer.supported': answer.supported } : {}),
});

function meets(row: Row, { field, op, value }: Condition): boolean {
  const there = Object.hasOwn(row, field);
  const found = row[field];
  const missing = !there || (Array.isArray(found) && found.length === 0);
  if (op === 'exists') return !missing;
  if (op === 'not_exists') return missing;
  if (!there) return false;
  const all = (Array.isArray(found) ? found : [found]).map((each) => String(each).toLowerCase());
  const wanted = String(value).toLowerCase();
  const among = Array.isArray(value) ? value.map((each) => String(each).toLowerCase()) : [];
  const number = Number(found);
  if (op === 'eq') return all.includes(wanted);
  if (op === 'neq') return !all.includes(wanted);
  if (op === 'in') return all.some((each) => among.includes(each));
  if (op === 'not_in') return !all.some((each) => among.includes(each));
  const holds = Array.isArray(found) ? all.includes(wanted) : all.some((each) => each.includes(wanted));
  if (op === 'contains') return holds;
  if (op === 'not_contains') return !holds;
  if (op === 'gte') return typeof found === 'number' && number >= Number(value);
  return op === 'lt' && typeof found === 'number' && number < Number(value);
}

const matches = (row: Row, { all = [], any = [], none = [] }: When): boolean =>
  all.every((each) => meets(row, each)) &&
  (any.length === 0 || any.some((each) => meets(row, each))) &&
  !none.some((each) => meets(row, each));

const looksAtAnswer = ({ all = [], any = [], none = [] }: When): boolean =>
  [...all, ...any, ...none].some(({ field }) => field.startsWith('answer.'));

const onlyWhileClosed = ({ all = [], none = [] }: When) => {
  const holds = ({ field, op, value }: Condition, open: boolean) =>
    field === 'time.business_hours' && (op === 'eq' ? value === open : op === 'neq' && value !== open);
  return all.some((each) => holds(each, false)) || none.some((each) => holds(each, true));
};

function expected({ policy, limits: on }: DecisionTerms, about: Facts, answer: AnswerFacts): Expected {
  const tags = [...about.tagIds];
  let [decision, ruleId, reason, target, priority, verified, over, closed] = [
    null as string | null,
    null as string | null,
    null as string | null,
    null as string | null,
    null as string | null,
    false,
    false,
    false,
  ];
  let threshold: number | null = null;
  const ask = (late: boolean) => {
    for (const rule of policy.rules) {
      if (!rule.enabled || over || looksAtAnswer(rule.when) !== late) continue;
      if (!matches(rowOf(about, tags, late ? answer : null), rule.when)) continue;
      const { then } = rule;
      const replied = ({ message: words }: typeof then) =>
        about.conversation.askedBack.some((question) => words === undefined || question.includes(words));
      const decides = then.decision !== undefined && !(then.decision === 'clarify' && replied(then));
      if (decides && decision === null)
        [decision, ruleId, reason, closed] = [
          then.decision ?? null,
          rule.id,
          then.reason ?? null,
          onlyWhileClosed(rule.when),
        ];
      target ??= then.destination_id ?? null;
      priority ??= then.priority ?? null;
      threshold ??= then.answer_threshold ?? null;
      verified ||= then.require_verified === true;
      for (const tag of then.add_tag_ids ?? []) if (!tags.includes(tag)) tags.push(tag);
      if (rule.stop ?? decides) over = true;
    }
  };
  const end = (outcome: string, why: string, by: string | null = null): Expected => {
    const added = tags.filter((each) => !about.tagIds.includes(each));
    return { outcome, reason: why, ruleId: by, tags: added, priority, destination: goesTo(outcome, added) };
  };
  const byRule = () => {
    const known = handoverReasons.find((each) => each === reason);
    const implied = closed && reason === null ? 'outside_hours' : 'policy_rule';
    return end(decision ?? '', decision === 'escalate' ? (known ?? implied) : 'policy_rule', ruleId);
  };
  const goesTo = (outcome: string, added: string[]): string | null => {
    if (outcome === 'draft') return target === null ? null : reach([target]);
    if (outcome !== 'escalate') return null;
    const ofTags = [...added, ...about.tagIds].map(
      (id) => policy.tags.find((tag) => tag.id === id)?.defaultDestinationId,
    );
    return reach([target, ...ofTags, on.defaultDestinationId]);
  };
  // Replace a closed or disabled destination by its fallback, at most three times, and in the end by the internal queue.
  const reach = (wanted: (string | null | undefined)[]): string => {
    let here = policy.destinations.find(
      (each) => each.id === wanted.find((id) => policy.destinations.some((one) => one.id === id)),
    );
    const seen: string[] = [];
    while (here && !seen.includes(here.id) && seen.length <= 3) {
      seen.push(here.id);
      if (here.id === internalQueue.id) break;
      if (here.enabled && (here.hours === 'always' || about.time.businessHours)) return here.id;
      const next: string | null = here.fallbackDestinationId;
      here = policy.destinations.find((each) => each.id === next);
    }
    return internalQueue.id;
  };

  if (about.stop === 'duplicate') return end('suppress', 'duplicate');
  ask(false);
  if (about.hold && decision === 'suppress') return byRule();
  if (about.hold === 'owner_human') return end('escalate', 'human_reply');
  if (about.hold === 'auto_respond_off') return end('escalate', 'auto_respond_off');
  const { signals, conversation } = about;
  const solved = signals.confirmsOnly && conversation.replied;
  if (conversation.turns >= on.maxAiTurns && !solved) return end('escalate', 'turn_limit');
  if (signals.asksForHuman) return end('escalate', 'customer_request');
  if (decision === 'escalate' || decision === 'suppress') return byRule();
  if (solved) return end('suppress', 'confirmed');
  if (about.message.language !== 'en') return end('escalate', 'language_unsupported');
  if (about.message.needsUnreadableAttachment) return end('escalate', 'attachment_unsupported');
  if (verified && !about.customer.verified) return end('escalate', 'verification_required');
  if (decision !== 'draft') {
    if (signals.humanOnly) return end('escalate', 'guardrail');
    if (signals.repeatedLoop) return end('escalate', 'repeated_loop');
    if (signals.frustrated && conversation.turns > 0) return end('escalate', 'frustration');
  }
  const mayAsk = conversation.clarifications < on.maxClarifications;
  // In draft mode the reply waits for approval.
  const say = (outcome: 'answer' | 'clarify', why: string) => end(on.mode === 'draft' ? 'draft' : outcome, why);
  const askBack = () => (mayAsk ? say('clarify', 'ambiguous') : end('escalate', 'ambiguous_after_clarification'));
  if (signals.greetingOnly && decision === null)
    return conversation.askedBack.length > 0 ? end('escalate', 'ambiguous_after_clarification') : askBack();
  ask(true);
  if (answer.lookupFailed) return end('escalate', 'connector_failure');
  if (decision === 'escalate' || decision === 'suppress') return byRule();
  if (verified && !about.customer.verified) return end('escalate', 'verification_required');
  if (decision === 'clarify' && !mayAsk) return end('escalate', 'ambiguous_after_clarification');
  if (decision === 'clarify') return { ...byRule(), ...say(decision, 'policy_rule'), ruleId };
  if (!answer.found) return end('escalate', 'missing_knowledge');
  if (answer.supported === 'no') return end('escalate', 'low_confidence');
  if (decision === 'answer' && answer.repeats) return end('escalate', 'repeated_loop');
  if (decision === 'answer') return { ...byRule(), ...say(decision, 'policy_rule'), ruleId };
  if (decision !== null) return byRule();
  const confident = answer.confidence >= (threshold ?? on.thresholds.answer);
  if (confident) return answer.repeats ? end('escalate', 'repeated_loop') : say('answer', 'confident');
  if (answer.confidence < on.thresholds.clarify) return end('escalate', 'low_confidence');
  if (answer.asksAgain) return end('escalate', 'ambiguous_after_clarification');
  return askBack();
}

const one = <T>(...values: T[]) => fc.constantFrom(...values);
const op = (...names: Operator[]) => fc.constantFrom(...names);
const conditions: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({ field: one('channel'), op: op('eq', 'neq'), value: one('chatdesk', 'EMAIL') }),
  fc.record({ field: one('channel'), op: op('in', 'not_in'), value: one(['chatdesk'], ['email', 'ticketdesk'], []) }),
  fc.record({ field: one('message.text'), op: op('contains', 'not_contains'), value: one('refund', 'PARCEL') }),
  fc.record({ field: one('message.word_count', 'answer.confidence'), op: op('gte', 'lt'), value: one(0.5, 0.8, 3) }),
  fc.record({ field: one('customer.verified', 'time.business_hours'), op: op('eq'), value: fc.boolean() }),
  fc.record({ field: one('customer.attributes.plan', 'tag'), op: op('exists', 'not_exists') }),
  fc.record({ field: one('customer.attributes.plan'), op: op('eq', 'neq'), value: one('pro', 'free') }),
  fc.record({ field: one('tag'), op: op('contains', 'not_contains'), value: one('t0', 't1') }),
  fc.record({ field: one('answer.supported'), op: op('eq', 'neq'), value: one('yes', 'partly', 'unknown') }),
);
const some = fc.array(conditions, { maxLength: 2 });
const when = fc.record({ all: some, any: some, none: some }, { requiredKeys: [] });
const then = fc.record(
  {
    decision: one('answer' as const, 'clarify' as const, 'escalate' as const, 'suppress' as const, 'draft' as const),
    destination_id: one('d0', 'd1', 'd2', 'gone'),
    reason: one('verification_required', 'because'),
    add_tag_ids: fc.array(one('t0', 't1'), { maxLength: 2 }),
    priority: one('low' as const, 'urgent' as const),
    message: one('Which plan?', 'Which shop?'),
    answer_threshold: one(0.3, 0.95),
    require_verified: fc.boolean(),
  },
  { requiredKeys: [] },
);
const rules = fc.array(fc.record({ when, then, enabled: one(true, true, false), stop: one(null, null, true, false) }), {
  maxLength: 7,
});
const destinations = fc.tuple(
  ...['d0', 'd1', 'd2'].map((id) =>
    fc
      .record({
        enabled: one(true, true, false),
        hours: one('always' as const, 'business' as const),
        fallbackDestinationId: one(null, 'd0', 'd1', 'd2', 'gone'),
      })
      .map((more) => aDestination(id, more)),
  ),
);
const terms: fc.Arbitrary<DecisionTerms> = fc
  .record({
    rules,
    destinations,
    ofTag: one(null, 'd1', 'gone'),
    standard: one(null, 'd2'),
    mode: one('auto' as const, 'auto' as const, 'draft' as const),
  })
  .map((given) => ({
    policy: aPolicy({
      destinations: [...given.destinations, internalQueue],
      tags: [aTag('t0', { defaultDestinationId: given.ofTag }), aTag('t1')],
      rules: given.rules.map((rule, at) => aRule(`r${at}`, rule)),
    }),
    limits: limits({ mode: given.mode, defaultDestinationId: given.standard, allowedLanguages: ['en'] }),
  }));
const rarely = one(false, false, false, false, false, false, false, true);
const message = fc
  .record({
    channel: one('chatdesk' as const, 'ticketdesk' as const, 'email' as const),
    stop: one(null, null, null, null, 'duplicate' as const),
    hold: one(null, null, null, null, 'owner_human' as const, 'auto_respond_off' as const),
    signals: fc.record({
      asksForHuman: rarely,
      humanOnly: rarely,
      confirmsOnly: rarely,
      greetingOnly: rarely,
      repeatedLoop: rarely,
      frustrated: rarely,
    }),
    replied: fc.boolean(),
    text: one('I want a refund', 'Where is my parcel', 'hello there my friend'),
    wordCount: one(2, 4),
    language: one('en', 'en', 'en', 'fi'),
    needsUnreadableAttachment: one(false, false, false, true),
    tagIds: one([], ['t0'], ['t1', 't0']),
    verified: fc.boolean(),
    attributes: one({}, { plan: 'pro' }),
    businessHours: fc.boolean(),
    turns: one(0, 1, 6),
    clarifications: one(0, 2),
    askedBack: one([], [], ['Hello! Which plan?'], ['Which plan?', 'Tell me more']),
  })
  .map(({ channel, stop, hold, tagIds, ...given }) =>
    facts({
      channel,
      stop,
      hold,
      tagIds,
      message: {
        text: given.text,
        wordCount: given.wordCount,
        language: given.language,
        needsUnreadableAttachment: given.needsUnreadableAttachment,
      },
      signals: given.signals,
      customer: { verified: given.verified, attributes: given.attributes },
      conversation: {
        turns: given.turns,
        clarifications: given.clarifications,
        askedBack: given.askedBack,
        replied: given.replied,
      },
      time: { businessHours: given.businessHours },
    }),
  );
const drafts = fc
  .record({
    confidence: one(0.2, 0.5, 0.75, 0.9),
    found: one(true, true, true, false),
    asksAgain: one(false, false, false, true),
    repeats: one(false, false, false, true),
    lookupFailed: one(false, false, false, true),
    supported: one('yes' as const, 'partly' as const, 'no' as const, 'unknown' as const),
  })
  .map((more) => answerFacts(more));

test('random policies and messages are decided as docs/behaviour.md specifies', () => {
  const outcomes = new Map<string, number>();
  fc.assert(
    fc.property(terms, message, drafts, (on, about, answer) => {
      const first = decideBeforeAnswer(on, about);
      const ruling = first.kind === 'final' ? first.ruling : decideWithAnswer(on, about, first.stage, answer);
      const { outcome, reason, ruleId, addTagIds: tags, priority, destination } = ruling;
      assert.deepEqual(
        { outcome, reason, ruleId, tags, priority, destination: destination?.id ?? null },
        expected(on, about, answer),
      );
      outcomes.set(`${outcome} ${reason}`, (outcomes.get(`${outcome} ${reason}`) ?? 0) + 1);
    }),
    { numRuns: 4_000 },
  );
  // Make sure that the random samples cover most outcomes.
  assert.ok(outcomes.size >= 20, [...outcomes.keys()].join(', '));
});
