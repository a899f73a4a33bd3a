import { type Uint32List, numbers, push, reserve } from './uint32-list.logic.ts';

const slotShift = 256;
const mostTimes = 255;

export const slotOf = (entry: number) => entry >>> 8;
/** `times` beyond 255 count as 255: BM25 is flat long before. */
export const entryOf = (slot: number, times: number) => slot * slotShift + Math.min(times, mostTimes);
export const timesOf = (entry: number) => entry & mostTimes;

/** The posting lists of a field. */
export interface PostingLists {
  add(list: number, slot: number, times: number): void;
  remove(list: number, gone: RemovedSlots): void;
  /** Whether `add` and `remove` may be skipped. */
  readonly isIdle: boolean;
  /** The number of passages in the list. */
  size(list: number): number;
  /** The entries in memory, for `slotOf` and `timesOf`; valid until the next change. */
  entries(list: number): Uint32Array;
  bytes(): number;
}

/** Passages that are removed from a list together, in one pass over the list. */
export interface RemovedSlots {
  /** How many of them are in the list. */
  count: number;
  has(slot: number): boolean;
}

/**
 * Unordered lists of (slot, times), packed in one array as slot × 256 + times. Blocks have sizes of powers of two and are
 * reused when a list grows or shrinks: a typed array per list would cost more than most lists hold. A list of up to 2^n
 * entries is in a block of 2^n, so the block's size follows from the list's.
 */
export class Postings implements PostingLists {
  readonly isIdle = false;
  private readonly arena: Uint32List = numbers();
  private readonly starts: Uint32List = numbers();
  private readonly sizes: Uint32List = numbers();
  private readonly free: number[][] = [];

  add(list: number, slot: number, times: number): void {
    this.include(list);
    const size = this.size(list);
    if ((size & (size - 1)) === 0) this.moveToLargerBlock(list, size);
    this.append(list, slot, times);
  }

  /** Makes room for an empty list that `append` is to fill. */
  prepare(list: number, size: number): void {
    this.include(list);
    this.starts.values[list] = this.takeBlock(size === 1 ? 0 : powerOf(size - 1) + 1);
  }

  /** Adds to a list that `prepare` made room in. `add` would move each list as often as its size doubles. */
  append(list: number, slot: number, times: number): void {
    const size = this.size(list);
    this.arena.values[this.start(list) + size] = entryOf(slot, times);
    this.sizes.values[list] = size + 1;
  }

  remove(list: number, gone: RemovedSlots): void {
    const entries = this.entries(list);
    let kept = 0;
    for (const entry of entries) if (!gone.has(slotOf(entry))) entries[kept++] = entry;
    for (let size = entries.length - 1; size >= kept; size--) this.shrink(list, size);
    if (kept < entries.length) this.sizes.values[list] = kept;
  }

  size(list: number): number {
    return this.sizes.values[list] ?? 0;
  }

  entries(list: number): Uint32Array {
    const start = this.start(list);
    return this.arena.values.subarray(start, start + this.size(list));
  }

  bytes(): number {
    return 4 * (this.arena.values.length + this.starts.values.length + this.sizes.values.length);
  }

  private include(list: number): void {
    while (this.sizes.length <= list) {
      push(this.starts, 0);
      push(this.sizes, 0);
    }
  }

  private start(list: number): number {
    return this.starts.values[list] ?? 0;
  }

  private shrink(list: number, size: number): void {
    if (size === 0) this.giveBlock(this.start(list), 0);
    else if ((size & (size - 1)) === 0) this.giveBlock(this.start(list) + size, powerOf(size));
  }

  private moveToLargerBlock(list: number, size: number): void {
    const from = this.start(list);
    const to = this.takeBlock(size === 0 ? 0 : powerOf(size) + 1);
    this.starts.values[list] = to;
    if (size === 0) return;
    this.arena.values.copyWithin(to, from, from + size);
    this.giveBlock(from, powerOf(size));
  }

  private takeBlock(power: number): number {
    const reused = this.free[power]?.pop();
    if (reused !== undefined) return reused;
    const start = this.arena.length;
    reserve(this.arena, start + 2 ** power);
    this.arena.length = start + 2 ** power;
    return start;
  }

  private giveBlock(start: number, power: number): void {
    (this.free[power] ??= []).push(start);
  }
}

/** Only the sizes of lists: ranking needs no more of passages that are not candidates. */
export class ListSizes implements PostingLists {
  readonly isIdle = false;
  private readonly sizes: Uint32List = numbers();

  add(list: number): void {
    reserve(this.sizes, list + 1);
    this.sizes.values[list] = this.size(list) + 1;
  }

  remove(list: number, { count }: RemovedSlots): void {
    this.sizes.values[list] = this.size(list) - count;
  }

  size(list: number): number {
    return this.sizes.values[list] ?? 0;
  }

  entries(): Uint32Array {
    return noEntries;
  }

  bytes(): number {
    return this.sizes.values.byteLength;
  }
}

export const noEntries = new Uint32Array(0);

// Exact for powers of two, and faster than Math.log2 in the hottest loop of a load.
function powerOf(size: number): number {
  return 31 - Math.clz32(size);
}
