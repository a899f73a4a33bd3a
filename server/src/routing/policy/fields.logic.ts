import { channels, priorities } from '@desk/contract/conversations';
import { sentiments, supports } from '@desk/contract/decisions';
import type { RuleStage } from '@desk/contract/rules';
import type { AnswerFacts, Facts, FactValue } from './facts.logic.ts';

/** What rules may test: the facts, the current tags (detected, set by people, added by earlier rules) and the draft. */
export interface View {
  readonly facts: Facts;
  readonly tagIds: readonly string[];
  readonly answer: AnswerFacts | null;
}

export type FieldType = 'text' | 'number' | 'truth' | 'list' | 'any';

export interface Field {
  readonly type: FieldType;
  readonly stage: RuleStage;
  /** The only values that it can have. */
  readonly oneOf?: readonly string[];
  /** The least and the greatest value of a number. */
  readonly range?: readonly [least: number, greatest: number];
  readonly read: (view: View) => FactValue;
}

/** Returns null for an unknown name. Saving refuses such a rule; in a saved rule the condition is false. */
export function fieldOf(name: string): Field | null {
  if (Object.hasOwn(fields, name)) return fields[name] ?? null;
  const [root, ...path] = name.split('.');
  if (path.some((part) => part === '')) return null;
  if (root === 'customer' && path[0] === 'attributes' && path.length > 1) {
    return {
      type: 'any',
      stage: 'before_answer',
      read: ({ facts }) => plain(dig(facts.customer.attributes, path.slice(1))),
    };
  }
  if (root === 'lookup' && path.length > 1) {
    return { type: 'any', stage: 'with_answer', read: ({ answer }) => plain(dig(answer?.lookups, path)) };
  }
  return null;
}

const counted: Field['range'] = [0, Infinity];
const unlimited: Field['range'] = [-Infinity, Infinity];

const text = (read: (facts: Facts) => string | null, oneOf?: readonly string[]): Field => ({
  type: 'text',
  stage: 'before_answer',
  ...(oneOf ? { oneOf } : {}),
  read: ({ facts }) => read(facts) ?? undefined,
});
const number = (read: (facts: Facts) => number, range: Field['range'] = counted): Field => ({
  type: 'number',
  stage: 'before_answer',
  range,
  read: ({ facts }) => finite(read(facts)),
});
const truth = (read: (facts: Facts) => boolean): Field => ({
  type: 'truth',
  stage: 'before_answer',
  read: ({ facts }) => read(facts),
});
const answerNumber = (read: (answer: AnswerFacts) => number | null, range: Field['range'] = counted): Field => ({
  type: 'number',
  stage: 'with_answer',
  range,
  read: ({ answer }) => (answer ? finite(read(answer)) : undefined),
});

const fields: Readonly<Record<string, Field>> = {
  channel: text((facts) => facts.channel, channels),
  'message.text': text((facts) => facts.message.text),
  'message.subject': text((facts) => facts.message.subject),
  'message.language': text((facts) => facts.message.language),
  'message.has_attachment': truth((facts) => facts.message.hasAttachment),
  'message.word_count': number((facts) => facts.message.wordCount),
  'message.is_first': truth((facts) => facts.message.isFirst),
  tag: { type: 'list', stage: 'before_answer', read: ({ tagIds }) => tagIds },
  sentiment: text((facts) => facts.signals.sentiment, sentiments),
  'customer.email': text((facts) => facts.customer.email),
  'customer.domain': text((facts) => domainOf(facts.customer.email)),
  'customer.external_id': text((facts) => facts.customer.externalId),
  'customer.verified': truth((facts) => facts.customer.verified),
  'customer.locale': text((facts) => facts.customer.locale),
  'conversation.turns': number((facts) => facts.conversation.turns),
  'conversation.clarifications': number((facts) => facts.conversation.clarifications),
  'conversation.episode': number((facts) => facts.conversation.episode, [1, Infinity]),
  'conversation.waiting_minutes': number((facts) => facts.conversation.waitingMinutes),
  'conversation.priority': text((facts) => facts.conversation.priority, priorities),
  'time.business_hours': truth((facts) => facts.time.businessHours),
  'time.weekday': number((facts) => facts.time.weekday, [1, 7]),
  'time.hour': number((facts) => facts.time.hour, [0, 23]),
  'answer.confidence': answerNumber((answer) => answer.confidence, [0, 1]),
  'answer.evidence_count': answerNumber((answer) => answer.evidenceCount),
  'answer.top_score': answerNumber((answer) => answer.topScore, unlimited),
  'answer.collections': { type: 'list', stage: 'with_answer', read: ({ answer }) => answer?.collections },
  'answer.oldest_source_days': answerNumber((answer) => answer.oldestSourceDays),
  'answer.supported': {
    type: 'text',
    stage: 'with_answer',
    oneOf: supports,
    read: ({ answer }) => answer?.supported,
  },
};

const finite = (value: number | null) => (value !== null && Number.isFinite(value) ? value : undefined);

const domainOf = (email: string | null) => (email?.includes('@') ? email.slice(email.lastIndexOf('@') + 1) : null);

function dig(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    // Read own members only: `constructor` and the like are not attributes.
    (at, part) => (isObject(at) && Object.hasOwn(at, part) ? at[part] : undefined),
    value,
  );
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function plain(value: unknown): FactValue {
  if (Array.isArray(value)) return value.filter(isScalar);
  return isScalar(value) ? value : undefined;
}

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
