import type { Condition, When } from '@desk/contract/rules';
import { fieldOf } from '../policy/fields.logic.ts';

/** Why no message can meet all the conditions at once, or null. Certain contradictions only: what it does not see may still be one. */
export function contradictionIn({ all = [], none = [] }: When): string | null {
  const forbidden = none.find((condition) => all.some((each) => isSame(each, condition)));
  if (forbidden) return `It wants and forbids the same of ${forbidden.field}.`;
  for (const field of new Set(all.map((condition) => condition.field))) {
    const conditions = all.filter((condition) => condition.field === field);
    if (isTornApart(conditions)) return `Its conditions on ${field} exclude each other.`;
  }
  return null;
}

export const isSame = (one: Condition, other: Condition): boolean =>
  one.field === other.field && one.op === other.op && folded(one.value) === folded(other.value);

const folded = (value: Condition['value']) => JSON.stringify(value ?? null).toLowerCase();

function isTornApart(conditions: readonly Condition[]): boolean {
  const [first] = conditions;
  const field = first ? fieldOf(first.field) : null;
  const missing = conditions.some(({ op }) => op === 'not_exists');
  if (missing && conditions.some(({ op }) => op !== 'not_exists')) return true;
  // A list may hold several values at once, and what a field of any type holds is not known.
  if (!field || field.type === 'list' || field.type === 'any') return false;
  return field.type === 'number' ? isEmptyRange(conditions) : hasNoValue(conditions);
}

function isEmptyRange(conditions: readonly Condition[]): boolean {
  const low = { at: -Infinity, open: false };
  const high = { at: Infinity, open: false };
  const atLeast = (at: number, open: boolean) => {
    if (at > low.at || (at === low.at && open)) Object.assign(low, { at, open });
  };
  const atMost = (at: number, open: boolean) => {
    if (at < high.at || (at === high.at && open)) Object.assign(high, { at, open });
  };
  for (const { op, value } of conditions) {
    const bounds = Array.isArray(value) ? value.map(Number) : [Number(value)];
    const [from = NaN, to = from] = bounds;
    if (op === 'gt' || op === 'gte') atLeast(from, op === 'gt');
    if (op === 'lt' || op === 'lte') atMost(from, op === 'lt');
    if (op === 'eq' || op === 'between') {
      atLeast(from, false);
      atMost(op === 'eq' ? from : to, false);
    }
  }
  return low.at > high.at || (low.at === high.at && (low.open || high.open));
}

function hasNoValue(conditions: readonly Condition[]): boolean {
  const allowed = conditions.flatMap(({ op, value }) => {
    if (op === 'eq') return [[text(value)]];
    return op === 'in' && Array.isArray(value) ? [value.map(text)] : [];
  });
  if (allowed.length === 0) return false;
  const refused = new Set(
    conditions.flatMap(({ op, value }) => {
      if (op === 'neq') return [text(value)];
      return op === 'not_in' && Array.isArray(value) ? value.map(text) : [];
    }),
  );
  const [first = [], ...others] = allowed;
  return !first.some((value) => !refused.has(value) && others.every((list) => list.includes(value)));
}

const text = (value: unknown) => String(value).normalize('NFC').toLowerCase();
