import type { ExplainedRule } from '@desk/contract/simulation';
import type { RuleResult } from '@desk/contract/decisions';
import type { Condition } from '@desk/contract/rules';
import { holds } from '../decision/conditions.logic.ts';
import { tagsAdded } from '../decision/rules.logic.ts';
import type { AnswerFacts, Facts } from '../policy/facts.logic.ts';
import { fieldOf } from '../policy/fields.logic.ts';
import { stageOf, type Policy, type PolicyRule } from '../policy/policy.logic.ts';

export interface RulesToExplain {
  readonly facts: Facts;
  /** Null if no answer was drafted. */
  readonly answer: AnswerFacts | null;
  /** The results of the rules in the decision. */
  readonly results: readonly RuleResult[];
}

/** Returns every condition of every rule with the actual value, including rules that the decision did not reach. */
export function explainRules(policy: Policy, { facts, answer, results }: RulesToExplain): ExplainedRule[] {
  const resultOf = new Map(results.map(({ rule_id, result }) => [rule_id, result]));
  let added: readonly string[] = [];
  return policy.rules.map((rule) => {
    const tagIds = [...new Set([...facts.tagIds, ...added])];
    const result = rule.enabled ? (resultOf.get(rule.id) ?? 'not_reached') : 'disabled';
    if (result === 'matched') added = [...added, ...tagsAdded(rule, facts)];
    const check = (condition: Condition, path: string) => checked(condition, path, { facts, answer, tagIds, policy });
    return {
      rule_id: rule.id,
      name: rule.name,
      enabled: rule.enabled,
      stage: stageOf(rule.when),
      result,
      conditions: conditionsOf(rule).map(({ condition, path }) => check(condition, path)),
    };
  });
}

/** The conditions of a rule, each with its JSON Pointer into `when`. */
export const conditionsOf = ({ when }: Pick<PolicyRule, 'when'>) =>
  (['all', 'any', 'none'] as const).flatMap((list) =>
    (when[list] ?? []).map((condition, index) => ({ condition, list, index, path: `/${list}/${index}` })),
  );

interface Around extends Omit<RulesToExplain, 'results'> {
  readonly tagIds: readonly string[];
  readonly policy: Policy;
}

function checked(condition: Condition, path: string, { facts, answer, tagIds, policy }: Around) {
  const field = fieldOf(condition.field);
  const unknown = field?.stage === 'with_answer' && answer === null;
  const value = field?.read({ facts, tagIds, answer });
  return {
    path,
    field: condition.field,
    op: condition.op,
    expected: condition.value ?? null,
    actual: value ?? null,
    ok: unknown ? null : holds(condition, value, policy.matches),
  };
}
