/** What a sentence states: two of one kind can be compared. Money is in currencies, durations in seconds, hours in minutes. */
export interface Value {
  kind:
    | 'money'
    | 'percent'
    | 'date'
    | 'day of month'
    | 'time'
    | 'opens'
    | 'closes'
    | 'weekdays'
    | 'duration'
    | 'age'
    | 'frequency'
    | 'amount'
    | 'contact';
  unit: string;
  /** Infinity: of what has a limit none, else several. Of weekdays, bits from Monday on. */
  amount: number;
  /** As many as there may be ("up to 5 projects"), or must be. */
  bound?: 'most' | 'least';
  /** The days of opening hours, 0 where nobody says; a day without hours closes at 0. */
  days?: number;
  /** Where something is reached: a number to call, an address, the steps through menus. */
  at?: string[];
}

/** What two values of a kind say of each other; apart: they are of different things. */
type Comparison = 'agree' | 'differ' | 'apart';

/** Whether two statements exclude each other in a kind: they share no value of it. "5 to 7 days" and "7 days" do not differ. */
export function differ(some: readonly Value[], others: readonly Value[]): boolean {
  const kinds = new Set(some.map(({ kind }) => kind));
  const both = [...kinds].filter((kind) => others.some((other) => other.kind === kind));
  // Weekdays are compared only where nothing else is: they are the days of something.
  return both.some((kind) => (kind !== 'weekdays' || both.length === 1) && differIn(kind, some, others));
}

function differIn(kind: Value['kind'], some: readonly Value[], others: readonly Value[]): boolean {
  const of = (values: readonly Value[]) => values.filter((value) => value.kind === kind);
  const pairs = of(some).flatMap((one) => of(others).map((other) => compared(one, other)));
  return pairs.includes('differ') && !pairs.includes('agree');
}

function compared(one: Value, other: Value): Comparison {
  if (one.kind === 'duration') return durationsCompared(one, other);
  if (one.kind === 'weekdays') return daysCompared(one, other);
  if (!sameUnit(one, other) || (one.bound && other.bound && one.bound !== other.bound)) return 'apart';
  if (one.at && other.at) return waysCompared(one.at, other.at);
  if (one.days && other.days && (one.days & other.days) === 0) return 'apart';
  const [less, more] = one.amount < other.amount ? [one, other] : [other, one];
  if (more.amount !== Number.POSITIVE_INFINITY) return less.amount === more.amount ? 'agree' : 'differ';
  // "Several" is two at least; "no limit" is denied by another limit only: "5 photos" may be anything.
  if (!more.bound) return less.amount > 1 ? 'agree' : 'differ';
  if (!less.bound) return 'apart';
  return less.amount === more.amount ? 'agree' : 'differ';
}

// "9 dollars", "9 dollars a month": one says more. "100 requests" and "300 API requests" have a word in common.
function sameUnit(one: Value, other: Value): boolean {
  if (one.unit === other.unit) return true;
  if (one.kind === 'age') return one.unit === 'year' || other.unit === 'year';
  if (one.kind === 'amount') return one.unit.split(' ').some((word) => other.unit.split(' ').includes(word));
  if (one.kind !== 'money') return false;
  const [[currency, rate], [otherCurrency, otherRate]] = [one.unit.split('/'), other.unit.split('/')];
  if ([one.unit, other.unit].some((unit) => unit === 'free' || unit === 'paid')) return true;
  return currency === otherCurrency && (rate === undefined || otherRate === undefined);
}

// A way that begins earlier or is told further is the same way.
function waysCompared(one: readonly string[], other: readonly string[]): Comparison {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.every((step) => long.includes(step)) ? 'agree' : 'differ';
}

// Ranges that meet may be parts of one another; the first Monday and the last Monday do not.
const daysCompared = (one: Value, other: Value): Comparison =>
  (one.amount & other.amount) !== 0 &&
  [one.unit, other.unit].some((which) => which === 'each' || one.unit === other.unit)
    ? 'agree'
    : 'differ';

const hour = 3_600;
/** Of durations further apart one is of another thing: how long it takes to write a letter, and to get an answer. */
const furthest = 100;
const furthestOfWorking = 10;

function durationsCompared(one: Value, other: Value): Comparison {
  const [less, more] = one.amount < other.amount ? [one, other] : [other, one];
  if (less.amount === 0) return more.amount >= hour || more.unit === 'end of period' ? 'differ' : 'agree';
  if (one.unit === 'end of period' || other.unit === 'end of period')
    return one.unit === other.unit ? 'agree' : 'apart';
  const isWorking = one.unit !== other.unit;
  if (more.amount > (isWorking ? furthestOfWorking : furthest) * less.amount) return 'apart';
  if (isWorking)
    return withWorking(...(one.unit === 'working time' ? ([one, other] as const) : ([other, one] as const)));
  // A month is 30.4 days here, and 30 days are a month.
  return more.amount - less.amount <= 0.02 * more.amount ? 'agree' : 'differ';
}

// Five working days are five days at least, and a week and a weekend at most. Hours are of something quicker.
function withWorking({ amount: working }: Value, { amount: time }: Value): Comparison {
  if (time < 24 * hour) return 'apart';
  return time >= working && time <= (working * 7) / 5 + 48 * hour ? 'agree' : 'differ';
}
