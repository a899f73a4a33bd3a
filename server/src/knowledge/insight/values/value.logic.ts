/** An amount in a unit. Two of the same kind and unit can be compared. */
export interface Measure {
  kind: 'money' | 'percent' | 'date' | 'time' | 'duration' | 'age' | 'frequency' | 'amount' | 'day of month';
  unit: string;
  /** Infinity: several, nobody says how many; of what has a limit: none. */
  amount: number;
  /** As many as there may be ("up to 5 projects", "no limit on projects"), or must be. */
  bound?: 'most' | 'least';
  /** Of a duration that something happens before or after the end of, or that is spoken of as known ("the 14 days"). */
  role?: 'before' | 'after' | 'known';
}

/**
 * From and to in minutes, null where nobody says; on days as bits from Monday on, 0 for days that nobody names. From 0 to 0:
 * closed.
 */
export interface Hours {
  kind: 'hours';
  from: number | null;
  to: number | null;
  days: number;
}

/** Days as bits from Monday on, and which of a month: "each", "first", "last"… */
export interface Weekdays {
  kind: 'weekdays';
  days: number;
  which: string;
}

/** Where something is reached or found: a number to call, an address, a way through menus. */
export interface Contact {
  kind: 'phone' | 'mail' | 'path';
  at: string[];
}

/** A value that a sentence states. */
export type Value = Measure | Hours | Weekdays | Contact;

/** The currency of what costs nothing, and of what costs something that nobody names. */
export const free = 'free';
export const paid = 'paid';

/** Units of durations: of the clock, of days on which people work, and until something ends. */
export const clockTime = 'time';
export const workingTime = 'working time';
export const endOfPeriod = 'end of period';

/** What two values of a kind say of each other; apart: they are of different things. */
export type Comparison = 'agree' | 'differ' | 'apart';
