import type { Condition } from '@desk/contract/rules';
import type { Counterfactual, ExplainedRule, Overlay, Simulation } from '@desk/contract/simulation';
import { fieldLabel, operatorLabel } from '../../terms/condition-words.ts';
import { reasonWords } from '../../terms/reason-words.ts';
import { number } from '../../ui/i18n/format.ts';
import { validationWords as t } from '../validation-words.ts';
import { sufficient, thresholdsOf } from './request.logic.ts';

type Simulated = Pick<Simulation, 'confidence' | 'explanation'>;
type Decided = Pick<Simulation, 'outcome' | 'destination'>;

/** The change of a counterfactual in words; for an unknown kind, the server's text. */
export function changeText({ kind, change, rule_id: id, overlay }: Counterfactual, simulation: Simulated) {
  const confidence = simulation.confidence?.value ?? 0;
  const four = (value: number) => number(sufficient(value, confidence), { maximumFractionDigits: 4 });
  const limits = thresholdsOf(overlay);
  if (limits) return t('otherThresholds', { answer: four(limits.answer), clarify: four(limits.clarify) });
  const rule = simulation.explanation?.rules.find((each) => each.rule_id === id);
  const changed = (overlay as Overlay).rules?.[0];
  if (!rule || !changed) return change;
  const { name } = rule;
  if (kind === 'rule_disabled') return t('otherRuleOff', { name });
  if (kind === 'rule_order') return t('otherRuleFirst', { name });
  const own = changed.then?.answer_threshold;
  if (kind === 'rule_threshold' && typeof own === 'number') return t('otherRuleThreshold', { name, answer: four(own) });
  return (kind === 'rule_condition' && conditionText(rule, changed.when ?? {})) || change;
}

/** What the change leads to: the outcome, with the destination if it is another one, or the reason if that alone is another. */
export function effectText({ outcome, reason, destination }: Counterfactual, now: Decided): string {
  const label = t(`outcome_${outcome}`);
  if (destination && destination.id !== now.destination?.id)
    return t('otherPlace', { outcome: label, name: destination.name });
  return outcome === now.outcome ? t('otherReason', { outcome: label, reason: reasonWords(reason) }) : label;
}

type When = NonNullable<NonNullable<Overlay['rules']>[number]['when']>;

/** The condition that was removed, or its new value. */
function conditionText({ name, conditions }: ExplainedRule, when: When): string | null {
  const [list, kept] = Object.entries(when)[0] ?? [];
  if (!list || !kept) return null;
  const before = conditions.filter(({ path }) => path.startsWith(`/${list}/`));
  const removed = before.find(
    ({ field, op, expected }) => !kept.some((each) => isSame(each, { field, op, value: expected })),
  );
  if (!removed) return null;
  if (kept.length < before.length)
    return t('otherRuleWithout', { name, condition: labelOf(removed.field, removed.op, removed.expected) });
  const now = kept.find(({ field, op }) => field === removed.field && op === removed.op);
  return now ? t('otherRuleWith', { name, condition: labelOf(now.field, now.op, now.value) }) : null;
}

const isSame = (one: Pick<Condition, 'field' | 'op' | 'value'>, other: { field: string; op: string; value: unknown }) =>
  one.field === other.field &&
  one.op === other.op &&
  JSON.stringify(one.value ?? null) === JSON.stringify(other.value ?? null);

const labelOf = (field: string, op: string, value: unknown) =>
  [fieldLabel(field), operatorLabel(op), textOf(value)].filter(Boolean).join(' ');

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
