import { durationsCompared } from './spans.logic.ts';
import {
  free,
  type Comparison,
  type Contact,
  type Hours,
  type Measure,
  type Value,
  type Weekdays,
} from '../values/value.logic.ts';

/**
 * Two statements of one kind that share no value; "5 to 7 days" and "7 days" do not differ. Hours differ on a day of both,
 * weekdays only when nothing else is said of them.
 */
export function differ(some: readonly Value[], others: readonly Value[]): boolean {
  if (apartInTime(some, others)) return false;
  const kinds = [...new Set(some.map(({ kind }) => kind))].filter((kind) =>
    others.some((other) => other.kind === kind),
  );
  const judged = kinds.filter((kind) => kind !== 'weekdays' || kinds.length === 1);
  return judged.some((kind) => differIn(of(some, kind), of(others, kind)));
}

const of = (values: readonly Value[], kind: Value['kind']) => values.filter((value) => value.kind === kind);

/** What is said of one day says nothing of another. */
function apartInTime(some: readonly Value[], others: readonly Value[]): boolean {
  const [one, other] = [some, others].map((values) => values.filter((value) => value.kind === 'weekdays'));
  if (!one || !other || one.length === 0 || other.length === 0) return false;
  const isAll = one.length === some.length || other.length === others.length;
  return !isAll && !one.some((value) => other.some(({ days }) => (days & value.days) !== 0));
}

/** Of a kind and, for amounts, of a unit: every pair that can be compared differs. */
function differIn(some: readonly Value[], others: readonly Value[]): boolean {
  if (isFromTo(some) && isFromTo(others)) return some.some((one, at) => one.amount !== others[at]?.amount);
  const pairs = some.flatMap((one) => others.map((other) => compared(one, other)));
  return pairs.includes('differ') && !pairs.includes('agree');
}

// "Opens at 9:00 and closes at 18:00".
const isFromTo = (values: readonly Value[]): values is readonly Measure[] =>
  values.length === 2 && values.every(({ kind }) => kind === 'time');

function compared(one: Value, other: Value): Comparison {
  if (one.kind === 'hours' && other.kind === 'hours') return hoursCompared(one, other);
  if (one.kind === 'weekdays' && other.kind === 'weekdays') return daysCompared(one, other);
  if ('at' in one && 'at' in other) return waysCompared(one, other);
  if ('amount' in one && 'amount' in other) return amountsCompared(one, other);
  return 'apart';
}

function hoursCompared(one: Hours, other: Hours): Comparison {
  if (one.days !== 0 && other.days !== 0 && (one.days & other.days) === 0) return 'apart';
  const ends = (['from', 'to'] as const).filter((end) => one[end] !== null && other[end] !== null);
  if (ends.some((end) => one[end] !== other[end])) return 'differ';
  // "Closes at 18:00" leaves open when it opens.
  return ends.length === 2 ? 'agree' : 'apart';
}

// Ranges that meet may be parts of one another; the first Monday and the last Monday do not.
const daysCompared = (one: Weekdays, other: Weekdays): Comparison =>
  (one.days & other.days) !== 0 && (one.which === other.which || one.which === 'each' || other.which === 'each')
    ? 'agree'
    : 'differ';

// A way that begins earlier or is told further is the same way.
function waysCompared(one: Contact, other: Contact): Comparison {
  const [short, long] = one.at.length < other.at.length ? [one.at, other.at] : [other.at, one.at];
  return short.every((step) => long.includes(step)) ? 'agree' : 'differ';
}

function amountsCompared(one: Measure, other: Measure): Comparison {
  if (one.role !== other.role || one.role === 'known') return 'apart';
  if (one.kind === 'duration') return durationsCompared(one, other);
  if (!sameUnit(one, other) || areBothEnds(one, other)) return 'apart';
  const [less, more] = one.amount < other.amount ? [one, other] : [other, one];
  if (more.amount === Number.POSITIVE_INFINITY) return unlimitedCompared(less, more);
  return more.amount === less.amount ? 'agree' : 'differ';
}

// "At least 12 characters" and "up to 64 characters" go together.
const areBothEnds = (one: Measure, other: Measure): boolean =>
  one.bound !== undefined && other.bound !== undefined && one.bound !== other.bound;

// "Several" is two at least; "no limit" is none, which only another limit denies: "5 photos" may be anything.
function unlimitedCompared(less: Measure, more: Measure): Comparison {
  if (!more.bound) return less.amount > 1 ? 'agree' : 'differ';
  if (!less.bound) return 'apart';
  return less.amount === more.amount ? 'agree' : 'differ';
}

// "9 dollars", "9 dollars a month": one says more. "100 requests" and "300 API requests" have a word in common.
function sameUnit(one: Measure, other: Measure): boolean {
  if (one.unit === other.unit) return true;
  if (one.kind === 'money') return one.unit === free || other.unit === free || sameRate(one.unit, other.unit);
  if (one.kind === 'age') return one.unit === 'year' || other.unit === 'year';
  return one.kind === 'amount' && one.unit.split(' ').some((word) => other.unit.split(' ').includes(word));
}

function sameRate(one: string, other: string): boolean {
  const [currency, rate] = one.split('/');
  const [otherCurrency, otherRate] = other.split('/');
  return currency === otherCurrency && (rate === undefined || otherRate === undefined);
}
