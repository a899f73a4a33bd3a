import type { Condition, Operator, Then, When } from '@desk/contract/rules';
import { fieldOf, type FieldType } from '../policy/fields.logic.ts';
import { stageOf } from '../policy/policy.logic.ts';
import type { FieldError } from '../../platform/http/field-error.logic.ts';
import { sentence, type Sentence } from '../../platform/words/sentence.logic.ts';
import { asName } from '../../platform/text/as-read.logic.ts';

/** The priority of a rule that names none. */
export const defaultPriority = 100;

/** The things that a rule may name, and the check of its patterns. */
export interface RuleSurroundings {
  readonly tags: readonly { readonly id: string; readonly name: string }[];
  readonly destinations: readonly { readonly id: string }[];
  readonly collectionIds: readonly string[];
  /** The templates named by the rule that can be looked up. */
  readonly lookupIds: readonly string[];
  readonly patternFault: (pattern: string) => Sentence | null;
}

/** Returns the faults of a rule that the schema cannot detect: unknown fields, unsuitable operators and values, foreign ids. */
export function faultsOfRule(rule: { when: When; then: Then }, around: RuleSurroundings): FieldError[] {
  const lists = (['all', 'any', 'none'] as const).flatMap((list) =>
    (rule.when[list] ?? []).map((condition, index) => ({ condition, path: `/when/${list}/${index}` })),
  );
  return [
    ...lists.flatMap(({ condition, path }) => faultsOfCondition(condition, path, around)),
    ...faultsOfEffects(rule.then, around),
    ...faultsOfLookups(rule, around),
  ];
}

/** Replaces tag names in conditions by ids, so that a tag can be renamed. */
export function withTagIds(when: When, tags: RuleSurroundings['tags']): When {
  const idOf = (name: unknown) => tags.find((tag) => isTag(tag, name))?.id;
  const mended = (condition: Condition): Condition => {
    const { value } = condition;
    if (condition.field !== 'tag' || value === undefined) return condition;
    return {
      ...condition,
      value: Array.isArray(value) ? value.map((each) => idOf(each) ?? each) : (idOf(value) ?? value),
    };
  };
  return {
    ...(when.all ? { all: when.all.map(mended) } : {}),
    ...(when.any ? { any: when.any.map(mended) } : {}),
    ...(when.none ? { none: when.none.map(mended) } : {}),
  };
}

const isTag = (tag: { id: string; name: string }, name: unknown) =>
  typeof name === 'string' &&
  (tag.id === name.toLowerCase() || asName(tag.name).toLowerCase() === asName(name).toLowerCase());

const presence: readonly Operator[] = ['exists', 'not_exists'];
const equality: readonly Operator[] = ['eq', 'neq', 'in', 'not_in', ...presence];
const textual: readonly Operator[] = ['contains', 'not_contains', 'starts_with', 'ends_with', 'matches'];
const ordering: readonly Operator[] = ['gt', 'gte', 'lt', 'lte', 'between'];

const operatorsOf: Readonly<Record<FieldType, readonly Operator[]>> = {
  text: [...equality, ...textual],
  number: [...equality, ...ordering],
  truth: ['eq', 'neq', ...presence],
  list: [...equality, 'contains', 'not_contains'],
  any: [...equality, ...textual, ...ordering],
};

function faultsOfCondition(condition: Condition, path: string, around: RuleSurroundings): FieldError[] {
  const field = fieldOf(condition.field);
  if (!field) return [{ path: `${path}/field`, message: sentence`there is no such field` }];
  const allowed = operatorsOf[field.type];
  if (!allowed.includes(condition.op)) {
    return [
      { path: `${path}/op`, message: sentence`does not suit ${condition.field}; use one of ${allowed.join(', ')}` },
    ];
  }
  const shape =
    faultOfShape(condition, field.type) ??
    (condition.op === 'matches' ? around.patternFault(String(condition.value)) : null);
  if (shape) return [{ path: `${path}/value`, message: shape }];
  return faultsOfChoice(condition, path, { oneOf: field.oneOf, tags: around.tags });
}

function faultOfShape({ op, value }: Condition, type: FieldType): Sentence | null {
  switch (op) {
    case 'exists':
    case 'not_exists':
      return value === undefined || value === null ? null : sentence`must be left out`;
    case 'in':
    case 'not_in':
      if (!Array.isArray(value) || value.length === 0) return sentence`must be a list with at least one member`;
      return value.every((each) => suits(each, type)) ? null : sentence`every member must be ${nounOf[type]}`;
    case 'between': {
      const isPair = Array.isArray(value) && value.length === 2 && value.every((each) => typeof each === 'number');
      return isPair && Number(value[0]) <= Number(value[1])
        ? null
        : sentence`must be two numbers, the smaller one first`;
    }
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return typeof value === 'number' ? null : sentence`must be a number`;
    case 'contains':
    case 'not_contains':
    case 'starts_with':
    case 'ends_with':
    case 'matches':
      return typeof value === 'string' && value !== '' ? null : sentence`must be a non-empty text`;
    case 'eq':
    case 'neq':
      return suits(value, type) ? null : mustBe[type];
  }
}

const nounOf: Readonly<Record<FieldType, Sentence>> = {
  text: sentence`a text`,
  number: sentence`a number`,
  truth: sentence`true or false`,
  list: sentence`a text`,
  any: sentence`a text, a number, true or false`,
};

const mustBe: Readonly<Record<FieldType, Sentence>> = {
  text: sentence`must be a text`,
  number: sentence`must be a number`,
  truth: sentence`must be true or false`,
  list: sentence`must be a text`,
  any: sentence`must be a text, a number, true or false`,
};

function suits(value: Condition['value'], type: FieldType): boolean {
  switch (type) {
    case 'text':
    case 'list':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number';
    case 'truth':
      return typeof value === 'boolean';
    case 'any':
      return ['string', 'number', 'boolean'].includes(typeof value);
  }
}

const exact: readonly Operator[] = ['eq', 'neq', 'in', 'not_in'];

// Check only operators on whole values: text operators may have a part of a value ("starts_with tick").
function faultsOfChoice(
  { field, op, value }: Condition,
  path: string,
  { oneOf, tags }: { oneOf: readonly string[] | undefined; tags: RuleSurroundings['tags'] },
): FieldError[] {
  const wholeTag = field === 'tag' && !presence.includes(op);
  if (!wholeTag && !(oneOf && exact.includes(op))) return [];
  const wanted = Array.isArray(value)
    ? value.map((each, index) => ({ each, at: `/${index}` }))
    : [{ each: value, at: '' }];
  const known = (each: unknown) =>
    wholeTag ? tags.some((tag) => isTag(tag, each)) : (oneOf ?? []).includes(String(each).toLowerCase());
  const message = wholeTag ? sentence`there is no such tag` : sentence`must be one of ${(oneOf ?? []).join(', ')}`;
  return wanted.filter(({ each }) => !known(each)).map(({ at }) => ({ path: `${path}/value${at}`, message }));
}

function faultsOfEffects(then: Then, { tags, destinations, collectionIds }: RuleSurroundings): FieldError[] {
  if (Object.keys(then).length === 0) return [{ path: '/then', message: sentence`must have an effect` }];
  const has = (all: readonly { readonly id: string }[]) => (id: string) => all.some((each) => each.id === id);
  const destination = then.destination_id === undefined || has(destinations)(then.destination_id);
  return [
    ...unknownIds(then.add_tag_ids, { at: '/then/add_tag_ids', what: sentence`there is no such tag`, has: has(tags) }),
    ...unknownIds(then.collection_ids, {
      at: '/then/collection_ids',
      what: sentence`there is no such collection`,
      has: (id) => collectionIds.includes(id.toLowerCase()),
    }),
    ...(destination ? [] : [{ path: '/then/destination_id', message: sentence`there is no such destination` }]),
  ];
}

const unknownIds = (
  ids: readonly string[] | undefined,
  { at, what, has }: { at: string; what: Sentence; has: (id: string) => boolean },
): FieldError[] => (ids ?? []).flatMap((id, index) => (has(id) ? [] : [{ path: `${at}/${index}`, message: what }]));

/** A rule that tests the result of a lookup is evaluated after all lookups, so it cannot name one. */
function faultsOfLookups({ when, then }: { when: When; then: Then }, { lookupIds }: RuleSurroundings): FieldError[] {
  const at = '/then/lookup_template_ids';
  const unknown = unknownIds(then.lookup_template_ids, {
    at,
    what: sentence`there is no such template that reads`,
    has: (id) => lookupIds.includes(id.toLowerCase()),
  });
  const late = (then.lookup_template_ids ?? []).length > 0 && stageOf(when) === 'with_answer';
  return late
    ? [
        ...unknown,
        {
          path: at,
          message: sentence`a rule that depends on the answer or on lookups is evaluated too late to look anything up`,
        },
      ]
    : unknown;
}
