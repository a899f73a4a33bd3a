type NumberKind = 'percent' | 'date' | 'day of month' | 'time' | 'frequency' | 'age' | 'amount' | 'opens' | 'closes';

/**
 * A value that a sentence states; values of one kind can be compared. Money is in currencies, durations in seconds, hours
 * in minutes.
 */
export interface Value {
  kind: NumberKind | 'money' | 'duration' | 'weekdays' | 'contact';
  unit: string;
  /** Infinity: no limit if `bound` is set, otherwise "several". For weekdays: bits from Monday on. */
  amount: number;
  /** Whether the amount is a maximum ("up to 5 projects") or a minimum. */
  bound?: string | undefined;
  /** The days of opening hours; 0 if unknown. */
  days?: number;
  /** The contact: a number to call, an address, or the steps through menus. */
  at?: string[];
}

/** The result of comparing two values of a kind; `apart`: they belong to different things. */
type ValueComparison = 'agree' | 'differ' | 'apart';

/** Whether two statements exclude each other: in some kind they share no value. "5 to 7 days" and "7 days" do not differ. */
export function differ(some: readonly Value[], others: readonly Value[]): boolean {
  if (some.length === 0 || others.length === 0) return false;
  const both = new Set(some.map(({ kind }) => kind)).intersection(new Set(others.map(({ kind }) => kind)));
  // Weekdays are compared only if nothing else is: otherwise they are just the days of something.
  return [...both].some((kind) => {
    if (kind === 'weekdays' && both.size > 1) return false;
    const [ours, theirs] = [some, others].map((values) => values.filter((value) => value.kind === kind));
    const pairs = ours?.flatMap((one) => theirs?.map((other) => compared(one, other)));
    return pairs?.includes('differ') && !pairs.includes('agree');
  });
}

function compared(one: Value, other: Value): ValueComparison {
  if (one.kind === 'duration') return durationsCompared(one, other);
  if (one.kind === 'weekdays') {
    // Overlapping ranges may be parts of each other; the first Monday and the last Monday are not.
    const isAnyOf = [one.unit, other.unit].some((which) => which === 'each') || one.unit === other.unit;
    return (one.amount & other.amount) !== 0 && isAnyOf ? 'agree' : 'differ';
  }
  if (!sameUnit(one, other) || (one.bound && other.bound && one.bound !== other.bound)) return 'apart';
  if (one.days && other.days && (one.days & other.days) === 0) return 'apart';
  // A menu path that begins earlier or goes further is still the same path.
  const [ours, theirs] = [new Set(one.at), new Set(other.at)];
  if (!ours.isSubsetOf(theirs) && !theirs.isSubsetOf(ours)) return 'differ';
  if (one.amount === other.amount) return 'agree';
  const [less, more] = one.amount < other.amount ? [one, other] : [other, one];
  if (sizes.has(one.unit) && more.amount > furthest.size * less.amount) return 'apart';
  // "Several" means more than one. "No limit" contradicts only another limit: a plain "5 photos" may be anything.
  const mayBeAny = more.amount === Number.POSITIVE_INFINITY && !(more.bound ? less.bound : less.amount === 1);
  return mayBeAny ? 'apart' : 'differ';
}

// "9 dollars" and "9 dollars a month": one is more precise. "100 requests" and "300 API requests" share a word.
function sameUnit({ kind, unit }: Value, { unit: other }: Value): boolean {
  if (unit === other) return true;
  if (kind === 'age') return unit === 'year' || other === 'year';
  if (kind === 'amount') return unit.split(' ').some((word) => other.split(' ').includes(word));
  const isNamed = [unit, other].every((each) => each !== 'free' && each !== 'paid');
  return kind === 'money' && (!isNamed || unit.startsWith(`${other}/`) || other.startsWith(`${unit}/`));
}

/**
 * Durations, lengths and weights that differ by more than this factor belong to different things: the time to write a letter,
 * and to get an answer; the height of a rider, and the range of the bicycle.
 */
const furthest = { time: 100, 'working time': 10, size: 100 };
const sizes = new Set(['millimetre', 'gram']);

function durationsCompared(one: Value, other: Value): ValueComparison {
  const [less, more] = one.amount < other.amount ? [one, other] : [other, one];
  if (less.amount === 0) return more.amount >= 3_600 || more.unit === 'end of period' ? 'differ' : 'agree';
  if (one.unit === 'end of period' || other.unit === 'end of period')
    return one.unit === other.unit ? 'agree' : 'apart';
  const isMixed = one.unit !== other.unit;
  if (more.amount > furthest[isMixed ? 'working time' : 'time'] * less.amount) return 'apart';
  // A month is 30.4 days here, so 30 days must equal a month.
  if (!isMixed) return more.amount - less.amount <= 0.02 * more.amount ? 'agree' : 'differ';
  // Five working days take at least five days, and at most a week and a weekend. A time in hours belongs to something
  // quicker.
  const [{ amount: working }, { amount: time }] = one.unit === 'working time' ? [one, other] : [other, one];
  if (time < 86_400) return 'apart';
  return time >= working && time <= (working * 7) / 5 + 2 * 86_400 ? 'agree' : 'differ';
}
