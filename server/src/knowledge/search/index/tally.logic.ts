import { type Uint32List, numbers, push, reserve } from './uint32-list.logic.ts';

/** Sums by small integer key. One array serves all passages: a Map for each took most of the time of a load. */
export class Tally {
  private readonly sums: Uint32List = numbers();
  private readonly touched: Uint32List = numbers();

  add(key: number, times: number): void {
    reserve(this.sums, key + 1);
    const sum = this.sums.values[key] ?? 0;
    if (sum === 0) push(this.touched, key);
    this.sums.values[key] = sum + times;
  }

  /** Visits every key with its sum and empties the tally; returns the total. */
  drain(visit: (key: number, times: number) => void): number {
    let total = 0;
    for (let at = 0; at < this.touched.length; at++) {
      const key = this.touched.values[at] ?? 0;
      const times = this.sums.values[key] ?? 0;
      total += times;
      this.sums.values[key] = 0;
      visit(key, times);
    }
    this.touched.length = 0;
    return total;
  }
}
