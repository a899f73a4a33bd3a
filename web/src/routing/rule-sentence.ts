import type { Condition, PolicyWarning, Rule } from '@desk/contract/rules';
import { fieldLabel, operatorLabel } from '../terms/condition-words.ts';
import { listOf, percent } from '../ui/i18n/format.ts';
import { routingWords } from './words/routing-words.ts';

/** The names of objects that rules refer to by id. */
export interface Names {
  tag: (id: string) => string;
  destination: (id: string) => string;
  collection: (id: string) => string;
  template: (id: string) => string;
}

function valueLabel({ field, value }: Condition, names: Names): string {
  const one = (each: unknown): string => {
    if (typeof each === 'boolean') return each ? routingWords('yes') : routingWords('no');
    if (field === 'answer.collections') return names.collection(String(each));
    return field === 'tag' ? names.tag(String(each)) : String(each);
  };
  if (value === undefined || value === null) return '';
  return Array.isArray(value) ? listOf(value.map(one), 'disjunction') : one(value);
}

const conditionLabel = (condition: Condition, names: Names): string =>
  [fieldLabel(condition.field), operatorLabel(condition.op), valueLabel(condition, names)].filter(Boolean).join(' ');

const ofField: ReadonlySet<PolicyWarning['code']> = new Set(['contradictory', 'unknown_field']);

/** “The destination “Billing” is off.” */
export const warningSentence = ({ code, about = '' }: PolicyWarning): string =>
  routingWords(`warning_${code}`, { name: ofField.has(code) ? fieldLabel(about) : about });

/** “When Channel is email and Tag contains Refund →” */
export function whenSentence({ when }: Pick<Rule, 'when'>, names: Names): string {
  const all = (when.all ?? []).map((each) => conditionLabel(each, names));
  const any = (when.any ?? []).map((each) => conditionLabel(each, names));
  const none = (when.none ?? []).map((each) => conditionLabel(each, names));
  const parts = [
    ...all,
    ...(any.length > 1 ? [routingWords('or', { list: listOf(any, 'disjunction') })] : any),
    ...(none.length > 0 ? [routingWords('not', { list: listOf(none, 'disjunction') })] : []),
  ];
  return parts.length === 0
    ? routingWords('sentenceAlways')
    : routingWords('sentenceWhen', { conditions: listOf(parts) });
}

/** “Hand to people: Billing, tag Refund” */
export function thenSentence({ then }: Pick<Rule, 'then'>, names: Names): string {
  const decision = then.decision ? routingWords(`decision_${then.decision}`) : null;
  const to = then.destination_id ? names.destination(then.destination_id) : null;
  const parts = [
    decision && to ? routingWords('to_destination', { decision, destination: to }) : (decision ?? to),
    then.add_tag_ids?.length ? routingWords('addsTags', { tags: listOf(then.add_tag_ids.map(names.tag)) }) : null,
    then.priority ? routingWords('setsPriority', { priority: routingWords(`priority_${then.priority}`) }) : null,
    then.lookup_template_ids?.length
      ? routingWords('looksUp', { templates: listOf(then.lookup_template_ids.map(names.template)) })
      : null,
    then.collection_ids?.length
      ? routingWords('answersFrom', { collections: listOf(then.collection_ids.map(names.collection)) })
      : null,
    then.require_verified ? routingWords('needsVerified') : null,
    then.answer_threshold === undefined ? null : `≥ ${percent(then.answer_threshold)}`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? routingWords('thenNothing') : parts.join(', ');
}
