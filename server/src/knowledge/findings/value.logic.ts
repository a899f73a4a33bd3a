/** An amount in a unit. Two of the same kind and unit can be compared. */
export interface Measure {
  kind: 'money' | 'percent' | 'date' | 'time' | 'duration' | 'age' | 'amount' | 'day of month';
  unit: string;
  /** Infinity: several, nobody says how many. */
  amount: number;
}

/** From and to in minutes, on days as bits from Monday on; 0 for days that nobody names. From 0 to 0: closed. */
export interface Hours {
  kind: 'hours';
  from: number;
  to: number;
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

/** The currency of what costs nothing. */
export const free = 'free';
