import { endOfPeriod, workingTime, type Comparison, type Measure } from '../values/value.logic.ts';

/** Of durations further apart, one is of another thing: how long it takes to write a letter, and to get an answer. */
const furthest = 100;
/** The same for days on which people work: they are said of what is soon done. */
const mostOfWorking = 10;
const hour = 3_600;
const day = 24 * hour;

/** Durations in seconds; 0 is at once. */
export function durationsCompared(one: Measure, other: Measure): Comparison {
  const [less, more] = one.amount < other.amount ? [one, other] : [other, one];
  if (less.amount === 0) return atOnceCompared(more);
  if (one.unit === endOfPeriod || other.unit === endOfPeriod) return one.unit === other.unit ? 'agree' : 'apart';
  if (one.unit !== other.unit) return one.unit === workingTime ? withWorking(one, other) : withWorking(other, one);
  // A month is 30.4 days here, and 30 days are a month.
  if (more.amount - less.amount <= 0.02 * more.amount) return 'agree';
  return more.amount > furthest * less.amount ? 'apart' : 'differ';
}

// What is there at once may still take some minutes.
const atOnceCompared = ({ unit, amount }: Measure): Comparison =>
  unit === endOfPeriod || amount >= hour ? 'differ' : 'agree';

// Five working days are five days at least, and a week and a weekend at most. Hours are of something quicker.
function withWorking({ amount: working }: Measure, { amount: time }: Measure): Comparison {
  const most = (working * 7) / 5 + 2 * day;
  if (time >= working && time <= most) return 'agree';
  return time < day || time > mostOfWorking * working || working > mostOfWorking * time ? 'apart' : 'differ';
}
