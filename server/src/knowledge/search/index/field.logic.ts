import { type Uint32List, numbers, push } from './uint32-list.logic.ts';
import type { PostingLists } from './postings.logic.ts';

/** One field of the passages (text, title or 4-grams), with the statistics that BM25 needs. */
export class Field {
  postings: PostingLists;
  private readonly lengths: Uint32List = numbers();
  private sum = 0;

  constructor(postings: PostingLists) {
    this.postings = postings;
  }

  lengthOf(slot: number): number {
    return this.lengths.values[slot] ?? 0;
  }

  /**
   * Sets the length of a passage. Taught questions are short, and stay apart: if counted, they would lower the average and make every
   * section look long.
   */
  setLength(slot: number, length: number, average: 'counted' | 'apart'): void {
    if (average === 'counted') this.sum += length - this.lengthOf(slot);
    while (this.lengths.length <= slot) push(this.lengths, 0);
    this.lengths.values[slot] = length;
  }

  /** Sum of all counted lengths. It is an integer, so it does not depend on the order of changes. */
  total(): number {
    return this.sum;
  }

  bytes(): number {
    return this.postings.bytes() + this.lengths.values.byteLength;
  }
}
