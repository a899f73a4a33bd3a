import { numbers, push, reserve } from './numbers.logic.ts';

const slotShift = 256;
const mostTimes = 255;

export interface Postings {
  /** `times` beyond 255 count as 255: BM25 is flat long before. */
  add: (list: number, slot: number, times: number) => void;
  remove: (list: number, slot: number) => void;
  /** In how many passages the list occurs. */
  size: (list: number) => number;
  /** The list as it lies in memory, for `slotOf` and `timesOf`; valid until the next change. */
  entries: (list: number) => Uint32Array;
  bytes: () => number;
}

export const slotOf = (entry: number) => entry >>> 8;
export const timesOf = (entry: number) => entry & mostTimes;

/**
 * Unordered lists of (slot, times), packed in one array as slot × 256 + times, in blocks of powers of two that are reused
 * when a list grows or empties: a typed array per list would cost more than most lists hold.
 */
export function createPostings(): Postings {
  const arena = numbers();
  const starts = numbers();
  const sizes = numbers();
  const free: number[][] = [];

  function add(list: number, slot: number, times: number): void {
    while (sizes.length <= list) {
      push(starts, 0);
      push(sizes, 0);
    }
    const size = sizes.values[list] ?? 0;
    if ((size & (size - 1)) === 0) moveToBlock(list, size);
    arena.values[(starts.values[list] ?? 0) + size] = slot * slotShift + Math.min(times, mostTimes);
    sizes.values[list] = size + 1;
  }

  // A full block holds 2^n entries; the next one holds twice as many (and the first holds one).
  function moveToBlock(list: number, size: number): void {
    const from = starts.values[list] ?? 0;
    const to = takeBlock(size === 0 ? 0 : powerOf(size) + 1);
    arena.values.copyWithin(to, from, from + size);
    if (size > 0) giveBlock(from, powerOf(size));
    starts.values[list] = to;
  }

  function takeBlock(power: number): number {
    const reused = free[power]?.pop();
    if (reused !== undefined) return reused;
    const start = arena.length;
    arena.length += 2 ** power;
    reserve(arena, arena.length);
    return start;
  }

  function giveBlock(start: number, power: number): void {
    (free[power] ??= []).push(start);
  }

  function remove(list: number, slot: number): void {
    const start = starts.values[list] ?? 0;
    const size = sizes.values[list] ?? 0;
    for (let at = start; at < start + size; at++) {
      if (slotOf(arena.values[at] ?? 0) !== slot) continue;
      arena.values[at] = arena.values[start + size - 1] ?? 0;
      shrink(list, size - 1);
      return;
    }
  }

  // The mirror of add: a list of 2^n entries always sits in a block of 2^n, so the block is a function of the size.
  function shrink(list: number, size: number): void {
    sizes.values[list] = size;
    if (size > 0 && (size & (size - 1)) !== 0) return;
    const from = starts.values[list] ?? 0;
    giveTail(from, size);
  }

  function giveTail(from: number, size: number): void {
    if (size === 0) giveBlock(from, 0);
    else giveBlock(from + size, powerOf(size));
  }

  function entries(list: number): Uint32Array {
    const start = starts.values[list] ?? 0;
    return arena.values.subarray(start, start + (sizes.values[list] ?? 0));
  }

  const size = (list: number) => sizes.values[list] ?? 0;
  const bytes = () => 4 * (arena.values.length + starts.values.length + sizes.values.length);
  return { add, remove, size, entries, bytes };
}

// Exact for powers of two, and faster than Math.log2 in the hottest loop of a load.
function powerOf(size: number): number {
  return 31 - Math.clz32(size);
}
