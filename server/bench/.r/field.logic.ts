import { numbers, push } from './numbers.logic.ts';
import { createPostings, type Postings } from './postings.logic.ts';

/** One way of looking at the passages (their text, their title, their 4-grams), with the statistics BM25 needs. */
export interface Field {
  postings: Postings;
  lengthOf: (slot: number) => number;
  setLength: (slot: number, length: number) => void;
  /** Sum of all lengths: an integer, so it is the same whatever came and went before. */
  total: () => number;
  bytes: () => number;
}

export function createField(): Field {
  const postings = createPostings();
  const lengths = numbers();
  let total = 0;

  function setLength(slot: number, length: number): void {
    while (lengths.length <= slot) push(lengths, 0);
    total += length - (lengths.values[slot] ?? 0);
    lengths.values[slot] = length;
  }

  return {
    postings,
    lengthOf: (slot) => lengths.values[slot] ?? 0,
    setLength,
    total: () => total,
    bytes: () => postings.bytes() + lengths.values.byteLength,
  };
}
