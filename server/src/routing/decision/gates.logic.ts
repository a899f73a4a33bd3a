import { handoverReasons, type DecisionReason, type HandoverReason, type Outcome } from '@desk/contract/decisions';
import { primaryLanguage } from '../../platform/text/language-tag.logic.ts';
import type { AnswerFacts, Facts, Hold, DecisionLimits } from '../policy/facts.logic.ts';
import type { Effects, KeptForApproval, RuleDecision } from './ruling.logic.ts';

export interface GateVerdict {
  readonly outcome: Outcome;
  readonly reason: DecisionReason;
  /** The rule that decided. */
  readonly rule?: RuleDecision;
  /** What a `draft` keeps. Absent for a rule that drafts, which keeps the answer. */
  readonly kept?: KeptForApproval;
  /** The customer gets no message, not even the notice of a handover. */
  readonly silent?: boolean;
}

interface GateInput {
  readonly facts: Facts;
  readonly limits: DecisionLimits;
  readonly effects: Effects;
}
type DecisionGate = (at: GateInput) => GateVerdict | null;

/** Returns the verdict of the first gate that has one. Null means: draft an answer. */
export const settleBeforeDraft: DecisionGate = (at) => {
  const gates = [hold, turnLimit, asksForHuman, decidedByRule, confirmation, language, attachment, verification];
  return firstOf([...gates, onlyForPeople, greeting], at);
};

/** Always returns a verdict: if no gate has one, the confidence decides. */
export function settleAfterDraft(at: GateInput, answer: AnswerFacts): GateVerdict {
  const given =
    withheld(at, answer) ??
    (answer.lookupFailed ? escalate('connector_failure') : null) ??
    firstOf([decidedByRule, verification, askedByRule], at) ??
    (answer.found ? null : escalate('missing_knowledge')) ??
    unsupported(answer) ??
    insistedByRule(at) ??
    byConfidence(at, answer);
  // Even if a rule decides "answer": a customer who asks again after reading it wants to know something else.
  const verdict = given.outcome === 'answer' && answer.repeats ? escalate('repeated_loop') : given;
  return at.limits.mode === 'draft' ? keepForApproval(verdict) : verdict;
}

/** An answer that the passages do not support is not given, not even if a rule decides "answer". */
const unsupported = ({ supported }: AnswerFacts): GateVerdict | null =>
  supported === 'no' ? escalate('low_confidence') : null;

function withheld(at: GateInput, answer: AnswerFacts): GateVerdict | null {
  if (answer.lookupWithheld === 'unverified') return escalate('verification_required');
  return answer.lookupWithheld === 'incomplete' ? askBackOnce(at, answer) : null;
}

const firstOf = (gates: readonly DecisionGate[], at: GateInput): GateVerdict | null => {
  for (const gate of gates) {
    const verdict = gate(at);
    if (verdict) return verdict;
  }
  return null;
};

const escalate = (reason: HandoverReason): GateVerdict => ({ outcome: 'escalate', reason });

const reasonsOfHolds: Readonly<Record<Hold, HandoverReason>> = {
  owner_human: 'human_reply',
  auto_respond_off: 'auto_respond_off',
  channel_not_ready: 'channel_not_ready',
  pace: 'automated_loop',
  pace_again: 'automated_loop',
  budget: 'budget_limit',
};

const reasonOfHold = (hold: Hold, handedOver: HandoverReason | undefined): HandoverReason =>
  (hold === 'owner_human' ? handedOver : undefined) ?? reasonsOfHolds[hold];

const heldBack: ReadonlySet<DecisionReason> = new Set<DecisionReason>([
  ...Object.values(reasonsOfHolds),
  'other_participant',
  'manual',
]);

/** Whether the AI was held back, so that the decision does not show what it would have decided otherwise. */
export const isHeldBack = (reason: DecisionReason): boolean => heldBack.has(reason);

// Even during a hold, a rule may suppress the message, because that is not an answer.
const hold: DecisionGate = ({ facts, effects }) => {
  if (!facts.hold) return null;
  if (effects.decision?.outcome === 'suppress') return ruled(effects.decision);
  const usedUp = facts.hold === 'budget' || facts.hold === 'pace';
  // A confirmation that the matter is solved needs neither tokens nor a person.
  if ((usedUp || facts.hold === 'pace_again') && confirms(facts)) return null;
  // A used-up budget forbids answers by the AI, but not the organization's fixed handover notice.
  return { ...escalate(reasonOfHold(facts.hold, facts.handedOver)), silent: !usedUp };
};

// "Thanks, solved" costs no turn, so it must not cause a handover.
const turnLimit: DecisionGate = ({ facts, limits }) =>
  facts.conversation.turns >= limits.maxAiTurns && !confirms(facts) ? escalate('turn_limit') : null;

const asksForHuman: DecisionGate = ({ facts }) => (facts.signals.asksForHuman ? escalate('customer_request') : null);

const decidedByRule: DecisionGate = ({ effects: { decision } }) =>
  decision?.outcome === 'escalate' || decision?.outcome === 'suppress' ? ruled(decision) : null;

function ruled(rule: RuleDecision): GateVerdict {
  const reason = handoverReasons.find((each) => each === rule.reason);
  if (rule.outcome !== 'escalate') return { outcome: rule.outcome, reason: 'policy_rule', rule };
  // A rule that applies only outside business hours implies its reason.
  const implied = rule.whileClosed && rule.reason === null ? 'outside_hours' : 'policy_rule';
  return { outcome: rule.outcome, reason: reason ?? implied, rule };
}

const confirmation: DecisionGate = ({ facts }) =>
  confirms(facts) ? { outcome: 'suppress', reason: 'confirmed' } : null;

// A first message has nothing to confirm.
const confirms = (facts: Facts) => facts.signals.confirmsOnly && facts.conversation.replied;

const language: DecisionGate = ({ facts, limits }) => {
  const spoken = facts.message.language;
  const unknown = spoken === null || limits.allowedLanguages.length === 0;
  const allowed = unknown || limits.allowedLanguages.some((each) => primaryLanguage(each) === primaryLanguage(spoken));
  return allowed ? null : escalate('language_unsupported');
};

const attachment: DecisionGate = ({ facts }) =>
  facts.message.needsUnreadableAttachment ? escalate('attachment_unsupported') : null;

const verification: DecisionGate = ({ facts, effects }) =>
  effects.requireVerified && !facts.customer.verified ? escalate('verification_required') : null;

/**
 * Escalates messages for reasons that the confidence of retrieval does not show. A rule that decides "answer" does not bypass this
 * gate, because such rules are often broad; a rule that decides "draft" does, because a person will read the draft.
 */
const onlyForPeople: DecisionGate = ({ facts: { signals, conversation }, effects }) => {
  if (effects.decision?.outcome === 'draft') return null;
  // Articles cannot tell the state of a case, but a lookup that a rule names can.
  const canBeLookedUp = signals.asksOwnCase && effects.lookupTemplateIds.length > 0;
  if (signals.humanOnly && !canBeLookedUp) return escalate('guardrail');
  if (signals.repeatedLoop) return escalate('repeated_loop');
  // Anger in a first message is about the matter, which may have an answer. Anger after our reply is about us.
  return signals.frustrated && conversation.turns > 0 ? escalate('frustration') : null;
};

const greeting: DecisionGate = ({ facts, limits, effects }) => {
  if (!facts.signals.greetingOnly || effects.decision) return null;
  // If the reply to our question is only a greeting, asking again would not help.
  const verdict =
    facts.conversation.askedBack.length > 0
      ? escalate('ambiguous_after_clarification')
      : askBack({ facts, limits, effects });
  return limits.mode === 'draft' ? keepForApproval(verdict) : verdict;
};

const askBack = ({ facts, limits }: GateInput): GateVerdict =>
  facts.conversation.clarifications >= limits.maxClarifications
    ? escalate('ambiguous_after_clarification')
    : { outcome: 'clarify', reason: 'ambiguous' };

// Do not repeat a question word for word to a customer who could not answer it.
const askBackOnce = (at: GateInput, { asksAgain }: AnswerFacts): GateVerdict =>
  asksAgain ? escalate('ambiguous_after_clarification') : askBack(at);

// The question of a rule needs no passage: it is asked to learn what the customer means.
const askedByRule: DecisionGate = (at) => {
  const { decision } = at.effects;
  if (decision?.outcome !== 'clarify') return null;
  const asking = askBack(at);
  return asking.outcome === 'escalate' ? asking : ruled(decision);
};

const insistedByRule: DecisionGate = ({ effects: { decision } }) => decision && ruled(decision);

function byConfidence(at: GateInput, answer: AnswerFacts): GateVerdict {
  const { thresholds } = at.limits;
  const { confidence } = answer;
  if (confidence >= (at.effects.answerThreshold ?? thresholds.answer))
    return { outcome: 'answer', reason: 'confident' };
  return confidence >= thresholds.clarify ? askBackOnce(at, answer) : escalate('low_confidence');
}

function keepForApproval(verdict: GateVerdict): GateVerdict {
  switch (verdict.outcome) {
    case 'answer':
      return { ...verdict, outcome: 'draft', kept: 'answer' };
    case 'clarify':
      return { ...verdict, outcome: 'draft', kept: 'question' };
    case 'draft':
    case 'escalate':
    case 'suppress':
      return verdict;
  }
}
