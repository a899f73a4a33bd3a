import type { RuleStage } from '@desk/contract/rules';
import type { RuleResult } from '@desk/contract/decisions';
import { includesWords } from '../../platform/text/plain-words.logic.ts';
import { firstFailure } from './conditions.logic.ts';
import type { Facts } from '../policy/facts.logic.ts';
import type { View } from '../policy/fields.logic.ts';
import { stageOf, stopsLaterRules, type Policy, type PolicyRule } from '../policy/policy.logic.ts';
import type { DraftStage, Effects } from './ruling.logic.ts';

export const noEffects: Effects = {
  decision: null,
  stopped: false,
  destinationId: null,
  question: null,
  notice: null,
  addTagIds: [],
  priority: null,
  collectionIds: null,
  answerThreshold: null,
  lookupTemplateIds: [],
  requireVerified: false,
};

/** Evaluates the rules of one stage in order, and adds their effects to those of earlier stages. */
export function askRules(policy: Policy, stage: RuleStage, view: View, before: Effects): DraftStage {
  let effects = before;
  const results: RuleResult[] = [];
  for (const rule of policy.rules.filter((each) => each.enabled && stageOf(each.when) === stage)) {
    const result = effects.stopped ? notReached(rule) : ask(rule, withTags(view, effects), policy);
    if (result.result === 'matched')
      effects = add(effects, result.asked_already ? withoutQuestion(rule) : rule, tagsAdded(rule, view.facts));
    results.push(result);
  }
  return { effects, results };
}

/** Returns one result for each enabled rule, in the order of the policy. Rules that were not evaluated are `not_reached`. */
export function inPolicyOrder(policy: Policy, results: readonly RuleResult[]): RuleResult[] {
  const byId = new Map(results.map((result) => [result.rule_id, result]));
  return policy.rules.filter((rule) => rule.enabled).map((rule) => byId.get(rule.id) ?? notReached(rule));
}

const notReached = (rule: PolicyRule): RuleResult => ({ rule_id: rule.id, name: rule.name, result: 'not_reached' });

function ask(rule: PolicyRule, view: View, policy: Policy): RuleResult {
  const failed = firstFailure(rule.when, view, policy.matches);
  const named = { rule_id: rule.id, name: rule.name };
  if (failed) return { ...named, result: 'not_matched', failed };
  return { ...named, result: 'matched', ...(hasAsked(rule, view) ? { asked_already: true } : {}) };
}

/** Whether the customer replies to the question of this rule. A rule without its own words counts as any clarifying question. */
const hasAsked = ({ then: { decision, message } }: PolicyRule, { facts }: View): boolean =>
  decision === 'clarify' &&
  facts.conversation.askedBack.some((question) => message === undefined || includesWords(question, message));

// Do not ask the same question twice: drop the decision, but keep the other effects, and let later rules decide.
function withoutQuestion(rule: PolicyRule): PolicyRule {
  const { decision: _decision, message: _message, ...then } = rule.then;
  return { ...rule, then };
}

// Tags accumulate: a rule sees the tags that earlier rules have added.
const withTags = (view: View, effects: Effects): View => ({ ...view, tagIds: unite(view.tagIds, effects.addTagIds) });

/** The tags that a matched rule adds to the conversation. */
export const tagsAdded = ({ then }: PolicyRule, { removedTagIds = [] }: Pick<Facts, 'removedTagIds'>): string[] =>
  (then.add_tag_ids ?? []).filter((id) => !removedTagIds.includes(id));

function add(before: Effects, rule: PolicyRule, tagIds: readonly string[]): Effects {
  const { then } = rule;
  const decision = then.decision && {
    ruleId: rule.id,
    outcome: then.decision,
    reason: then.reason ?? null,
    whileClosed: isForClosedDesk(rule.when),
  };
  const { message = null } = then;
  const asksOrDecidesNothing = then.decision === undefined || then.decision === 'clarify';
  return {
    decision: before.decision ?? decision ?? null,
    stopped: before.stopped || stopsLaterRules(rule),
    destinationId: before.destinationId ?? then.destination_id ?? null,
    question: before.question ?? (asksOrDecidesNothing ? message : null),
    notice: before.notice ?? (then.decision === 'clarify' ? null : message),
    addTagIds: unite(before.addTagIds, tagIds),
    priority: before.priority ?? then.priority ?? null,
    collectionIds: then.collection_ids ? unite(before.collectionIds ?? [], then.collection_ids) : before.collectionIds,
    answerThreshold: before.answerThreshold ?? then.answer_threshold ?? null,
    lookupTemplateIds: unite(before.lookupTemplateIds, then.lookup_template_ids ?? []),
    requireVerified: before.requireVerified || then.require_verified === true,
  };
}

const isForClosedDesk = ({ all = [], none = [] }: PolicyRule['when']): boolean => {
  const says = (open: boolean) => (each: (typeof all)[number]) =>
    each.field === 'time.business_hours' &&
    ((each.op === 'eq' && each.value === open) || (each.op === 'neq' && each.value === !open));
  return all.some(says(false)) || none.some(says(true));
};

const unite = (first: readonly string[], second: readonly string[]) => [...new Set([...first, ...second])];
