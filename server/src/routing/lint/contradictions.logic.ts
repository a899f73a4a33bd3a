import type { Condition, When } from '@desk/contract/rules';
import { fieldOf, type Field } from '../policy/fields.logic.ts';
import { english, sentence, type Sentence } from '../../platform/words/sentence.logic.ts';

interface Contradiction {
  field: string;
  message: string;
}

/** Returns why no message can meet all the conditions at once, or null. Finds only certain contradictions, and may miss others. */
export function contradictionIn({ all = [], any = [], none = [] }: When): Contradiction | null {
  const forbidden = none.find((condition) => all.some((each) => isSame(each, condition)));
  if (forbidden)
    return { field: forbidden.field, message: english`It requires and excludes the same value of ${forbidden.field}.` };
  const torn = tornIn(all);
  if (torn) return torn;
  // It is enough if one alternative can be met.
  const alternatives = any.map((condition) => tornIn([...all, condition]));
  const [first = null] = alternatives;
  return alternatives.every((each) => each !== null) ? first : null;
}

function tornIn(all: readonly Condition[]): Contradiction | null {
  for (const field of new Set(all.map((condition) => condition.field))) {
    const conditions = all.filter((condition) => condition.field === field);
    const limits = limitsOf(field);
    if (limits && conditions.some((condition) => isTornApart([condition])))
      return { field, message: english`${field} ${limits}: this condition can never be met.` };
    if (isTornApart(conditions)) return { field, message: english`Its conditions on ${field} exclude each other.` };
  }
  return null;
}

/** Describes the possible values of a field in words; null if they are not known. */
function limitsOf(name: string): Sentence | null {
  const field = fieldOf(name);
  const values = valuesOf(field);
  if (values) return sentence`is one of ${values.join(', ')}`;
  const [least, greatest] = field?.range ?? [-Infinity, Infinity];
  if (least === -Infinity) return null;
  return greatest === Infinity ? sentence`is never below ${least}` : sentence`is between ${least} and ${greatest}`;
}

export const isSame = (one: Condition, other: Condition): boolean =>
  one.field === other.field && one.op === other.op && folded(one.value) === folded(other.value);

const folded = (value: Condition['value']) => JSON.stringify(value ?? null).toLowerCase();

function isTornApart(conditions: readonly Condition[]): boolean {
  const [first] = conditions;
  const field = first ? fieldOf(first.field) : null;
  const missing = conditions.some(({ op }) => op === 'not_exists');
  if (missing && conditions.some(({ op }) => op !== 'not_exists')) return true;
  // A list may have several values at once, and the values of a field of type `any` are not known.
  if (!field || field.type === 'list' || field.type === 'any') return false;
  return field.type === 'number' ? isEmptyRange(conditions, field) : hasNoValue(conditions, valuesOf(field));
}

/** All possible values of a field, if there are few. */
const valuesOf = (field: Field | null) => (field?.type === 'truth' ? ['true', 'false'] : field?.oneOf);

function isEmptyRange(conditions: readonly Condition[], { range = [-Infinity, Infinity] }: Field): boolean {
  const low = { at: range[0], open: false };
  const high = { at: range[1], open: false };
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

function hasNoValue(conditions: readonly Condition[], values: readonly string[] | undefined): boolean {
  const wanted = conditions.flatMap(({ op, value }) => {
    if (op === 'eq') return [[text(value)]];
    return op === 'in' && Array.isArray(value) ? [value.map(text)] : [];
  });
  const allowed = values ? [values.map(text), ...wanted] : wanted;
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
