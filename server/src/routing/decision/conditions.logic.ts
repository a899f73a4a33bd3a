import type { Condition, When } from '@desk/contract/rules';
import type { RuleResult } from '@desk/contract/decisions';
import type { FactValue, Scalar } from '../policy/facts.logic.ts';
import { fieldOf, type View } from '../policy/fields.logic.ts';
import type { Matcher } from '../policy/policy.logic.ts';

type Failed = NonNullable<RuleResult['failed']>;

/** Returns the first condition that prevents the rule from matching, or null if it matches. */
export function firstFailure(when: When, view: View, matches: Matcher): Failed | null {
  const met = (condition: Condition) => holds(condition, fieldOf(condition.field)?.read(view), matches);
  const all = when.all ?? [];
  const any = when.any ?? [];
  const none = when.none ?? [];
  const unmet = all.findIndex((condition) => !met(condition));
  if (unmet !== -1) return failure(`/all/${unmet}`, all[unmet]);
  if (any.length > 0 && !any.some(met)) return failure('/any', any[0]);
  const forbidden = none.findIndex(met);
  return forbidden === -1 ? null : failure(`/none/${forbidden}`, none[forbidden]);
}

function failure(path: string, condition: Condition | undefined): Failed | null {
  if (!condition) return null;
  const { field, op, value } = condition;
  return { path, field, op, ...(value === undefined ? {} : { value }) };
}

/**
 * Tests one condition on one value. On a missing field every condition except `not_exists` is false; an empty list is not missing,
 * so `not_contains` holds for it. Text is compared without regard to case. On a list, a condition holds if any element fits, a
 * negative one if none does.
 */
export function holds({ op, value: wanted }: Condition, value: FactValue, matches: Matcher): boolean {
  const elements = elementsOf(value);
  if (op === 'exists') return elements !== null && elements.length > 0;
  if (op === 'not_exists') return elements === null || elements.length === 0;
  if (elements === null) return false;
  const some = (test: (element: Scalar) => boolean) => elements.some(test);
  const listed = (element: Scalar) => listOf(wanted).some((each) => same(element, each));
  // A list contains whole elements; a text contains a part of itself.
  const contained = (element: Scalar) =>
    typeof value === 'object' ? same(element, wanted) : comparable(element).includes(comparable(wanted));
  switch (op) {
    case 'eq':
      return some((element) => same(element, wanted));
    case 'neq':
      return !some((element) => same(element, wanted));
    case 'in':
      return some(listed);
    case 'not_in':
      return !some(listed);
    case 'contains':
      return some(contained);
    case 'not_contains':
      return !some(contained);
    case 'starts_with':
      return some((element) => comparable(element).startsWith(comparable(wanted)));
    case 'ends_with':
      return some((element) => comparable(element).endsWith(comparable(wanted)));
    case 'matches':
      return some((element) => typeof wanted === 'string' && matches(wanted, String(element)));
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return some((element) => compares(op, element, wanted));
    case 'between': {
      const [low, high] = listOf(wanted);
      return some((element) => compares('gte', element, low) && compares('lte', element, high));
    }
  }
}

type ConditionValue = Condition['value'];

function elementsOf(value: FactValue): readonly Scalar[] | null {
  if (value === undefined) return null;
  return typeof value === 'object' ? value : [value];
}

const listOf = (wanted: ConditionValue): readonly Scalar[] => (Array.isArray(wanted) ? wanted : []);

const same = (element: Scalar, wanted: ConditionValue) => comparable(element) === comparable(wanted);

const comparable = (value: ConditionValue) => String(value).normalize('NFC').toLowerCase();

function compares(op: 'gt' | 'gte' | 'lt' | 'lte', element: Scalar, wanted: ConditionValue): boolean {
  if (typeof element !== 'number' || typeof wanted !== 'number') return false;
  switch (op) {
    case 'gt':
      return element > wanted;
    case 'gte':
      return element >= wanted;
    case 'lt':
      return element < wanted;
    case 'lte':
      return element <= wanted;
  }
}
