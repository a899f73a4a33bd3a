import { type Numbers, numbers, push, reserve } from './numbers.logic.ts';

export interface Tally {
  add: (key: number, times: number) => void;
  /** Visits every key with its sum and empties the tally; answers the sum of all. */
  drain: (visit: (key: number, times: number) => void) => number;
}

/** Sums by small integer key. One array for all passages, since a Map per passage was most of the time of a build. */
export function createTally(): Tally {
  const sums: Numbers = numbers();
  const touched: Numbers = numbers();

  function add(key: number, times: number): void {
    if (key >= sums.values.length) reserve(sums, key + 1);
    if (sums.values[key] === 0) push(touched, key);
    sums.values[key] = (sums.values[key] ?? 0) + times;
  }

  function drain(visit: (key: number, times: number) => void): number {
    let total = 0;
    for (let at = 0; at < touched.length; at++) {
      const key = touched.values[at] ?? 0;
      const times = sums.values[key] ?? 0;
      total += times;
      sums.values[key] = 0;
      visit(key, times);
    }
    touched.length = 0;
    return total;
  }

  return { add, drain };
}
