import { priorities, type Priority } from '@desk/contract/conversations';
import type { AnswerFacts, Facts, DecisionLimits } from '../policy/facts.logic.ts';
import { resolveDestination } from './destination.logic.ts';
import { settleAfterDraft, settleBeforeDraft, type GateVerdict } from './gates.logic.ts';
import type { Policy } from '../policy/policy.logic.ts';
import { askRules, inPolicyOrder, noEffects } from './rules.logic.ts';
import type { DraftStage, FirstRuling, ResolvedDestination, Ruling } from './ruling.logic.ts';

/** The policy, and the settings that affect decisions. */
export interface DecisionTerms {
  readonly policy: Policy;
  readonly limits: DecisionLimits;
}

/**
 * Steps 0 to 3 of docs/behaviour.md: guards, a wish for a person, the rules that do not test the answer, eligibility and what only
 * a person may handle. Returns a final ruling if one of them decides, or else a stage under whose effects an answer must be
 * drafted. Pure: the same terms and facts give the same ruling.
 */
export function decideBeforeAnswer(terms: DecisionTerms, facts: Facts): FirstRuling {
  if (facts.stop) {
    const verdict: GateVerdict = { outcome: 'suppress', reason: facts.stop };
    return { kind: 'final', ruling: conclude(terms, facts, { effects: noEffects, results: [] }, verdict) };
  }
  const stage = askRules(terms.policy, 'before_answer', { facts, tagIds: facts.tagIds, answer: null }, noEffects);
  const verdict = settleBeforeDraft({ facts, limits: terms.limits, effects: stage.effects });
  return verdict ? { kind: 'final', ruling: conclude(terms, facts, stage, verdict) } : { kind: 'draft', stage };
}

/** Steps 5 to 7: the rules that test the answer, the thresholds, the destination. `stage` is the result of `decideBeforeAnswer`. */
export function decideWithAnswer(terms: DecisionTerms, facts: Facts, stage: DraftStage, answer: AnswerFacts): Ruling {
  const view = { facts, tagIds: facts.tagIds, answer };
  const { effects, results } = askRules(terms.policy, 'with_answer', view, stage.effects);
  const verdict = settleAfterDraft({ facts, limits: terms.limits, effects }, answer);
  return conclude(terms, facts, { effects, results: [...stage.results, ...results] }, verdict);
}

function conclude(terms: DecisionTerms, facts: Facts, { effects, results }: DraftStage, verdict: GateVerdict): Ruling {
  const destination = destinationFor(terms, facts, { effects, verdict });
  const asksBack = verdict.outcome === 'clarify' || verdict.kept === 'question';
  return {
    outcome: verdict.outcome,
    reason: verdict.reason,
    kept: verdict.outcome === 'draft' ? (verdict.kept ?? 'answer') : null,
    ruleId: verdict.rule?.ruleId ?? null,
    ruleReason: verdict.rule?.reason ?? null,
    speaks: maySpeak(verdict, terms.limits),
    destination,
    addTagIds: effects.addTagIds.filter((id) => !facts.tagIds.includes(id)),
    priority: verdict.outcome === 'suppress' ? effects.priority : priorityOf(facts, effects),
    message: asksBack ? effects.question : effects.notice,
    collectionIds: effects.collectionIds,
    lookupTemplateIds: effects.lookupTemplateIds,
    rules: inPolicyOrder(terms.policy, results),
    warnings: (destination?.path ?? []).flatMap(({ name, result }) =>
      result === 'missing' || result === 'disabled' ? [`The destination "${name}" is ${result}.`] : [],
    ),
  };
}

// Danger stays urgent even if a broad rule, or a person earlier, gave the conversation a lower priority.
function priorityOf({ signals, conversation }: Facts, { priority }: DraftStage['effects']): Priority | null {
  const raised = signals.raisesPriorityTo;
  return raised && pressing(raised) > pressing(priority ?? conversation.priority) ? raised : priority;
}

const pressing = (priority: Priority) => priorities.indexOf(priority);

// In draft mode every message waits for approval, so a handover is not announced either.
function maySpeak({ outcome, silent }: GateVerdict, { mode }: DecisionLimits): boolean {
  switch (outcome) {
    case 'answer':
    case 'clarify':
      return true;
    case 'escalate':
      return silent !== true && mode === 'auto';
    case 'draft':
    case 'suppress':
      return false;
  }
}

interface Settled {
  readonly effects: DraftStage['effects'];
  readonly verdict: GateVerdict;
}

/** A draft stays with the AI unless a rule names a destination for its approval. Only an escalation always has a destination. */
function destinationFor({ policy, limits }: DecisionTerms, facts: Facts, settled: Settled): ResolvedDestination | null {
  const { effects, verdict } = settled;
  const ofTags = () =>
    [...effects.addTagIds, ...facts.tagIds].map(
      (id) => policy.tags.find((tag) => tag.id === id)?.defaultDestinationId ?? null,
    );
  switch (verdict.outcome) {
    case 'answer':
    case 'clarify':
      return null;
    case 'suppress':
      // An automated mail or spam is not sent to a destination, but its record contains one. A copy has the destination of its original.
      return facts.stop === 'automated' || facts.stop === 'spam'
        ? resolveDestination(policy, facts, [...ofTags(), limits.defaultDestinationId])
        : null;
    case 'draft':
      return effects.destinationId === null ? null : resolveDestination(policy, facts, [effects.destinationId]);
    case 'escalate':
      return resolveDestination(policy, facts, [effects.destinationId, ...ofTags(), limits.defaultDestinationId]);
  }
}
