import type { Condition, Operator } from '@desk/contract/rules';

export type FieldKind = 'text' | 'number' | 'truth' | 'choice' | 'tag' | 'collection';

/**
 * The fields that rules can compare, as on the server (`server/src/routing/policy/fields.logic.ts`), in the order in which they become
 * known.
 */
export const fields = {
  channel: 'choice',
  'message.text': 'text',
  'message.subject': 'text',
  'message.language': 'text',
  'message.has_attachment': 'truth',
  'message.word_count': 'number',
  'message.is_first': 'truth',
  tag: 'tag',
  sentiment: 'choice',
  'customer.email': 'text',
  'customer.domain': 'text',
  'customer.external_id': 'text',
  'customer.verified': 'truth',
  'customer.locale': 'text',
  'conversation.turns': 'number',
  'conversation.clarifications': 'number',
  'conversation.episode': 'number',
  'conversation.waiting_minutes': 'number',
  'conversation.priority': 'choice',
  'time.business_hours': 'truth',
  'time.weekday': 'number',
  'time.hour': 'number',
  'answer.confidence': 'number',
  'answer.evidence_count': 'number',
  'answer.top_score': 'number',
  'answer.collections': 'collection',
  'answer.oldest_source_days': 'number',
  'answer.supported': 'choice',
} as const satisfies Record<string, FieldKind>;

export type FieldName = keyof typeof fields;

const isFieldName = (name: string): name is FieldName => Object.hasOwn(fields, name);

const presence: readonly Operator[] = ['exists', 'not_exists'];
const equality: readonly Operator[] = ['eq', 'neq', 'in', 'not_in', ...presence];
const ordering: readonly Operator[] = ['gte', 'lte', 'gt', 'lt', 'between'];

const operatorsByKind: Record<FieldKind, readonly Operator[]> = {
  text: ['contains', 'not_contains', 'starts_with', 'ends_with', 'matches', ...equality],
  number: [...ordering, ...equality],
  truth: ['eq'],
  choice: ['eq', 'neq', 'in', 'not_in'],
  tag: ['contains', 'not_contains', 'in', 'not_in'],
  collection: ['contains', 'not_contains', 'in', 'not_in'],
};

export const kindOf = (name: string): FieldKind => (isFieldName(name) ? fields[name] : 'text');

/** A field that the builder does not know (`customer.attributes.plan`) keeps its operator. */
export const operatorsFor = (name: string): readonly Operator[] => operatorsByKind[kindOf(name)];

export const takesMany = (op: Operator): boolean => op === 'in' || op === 'not_in';
export const takesNothing = (op: Operator): boolean => op === 'exists' || op === 'not_exists';

/** Corrects the operator and the value of a condition after its field or operator has changed. */
export function fitted({ field, op, value }: Condition): Condition {
  const kind = kindOf(field);
  const allowed = operatorsFor(field);
  const fitting = allowed.includes(op) ? op : (allowed[0] ?? 'eq');
  if (takesNothing(fitting)) return { field, op: fitting };
  if (fitting === 'between')
    return { field, op: fitting, value: Array.isArray(value) && value.length === 2 ? value : [0, 1] };
  if (takesMany(fitting)) return { field, op: fitting, value: Array.isArray(value) ? value : [] };
  const single = Array.isArray(value) ? value[0] : value;
  if (kind === 'truth') return { field, op: fitting, value: single !== false };
  if (kind === 'number') return { field, op: fitting, value: typeof single === 'number' ? single : 0 };
  return { field, op: fitting, value: typeof single === 'string' ? single : '' };
}
