import { type Uint32List, numbers, push } from './uint32-list.logic.ts';
import { type PostingLists, ListSizes } from './postings.logic.ts';

/** One way of looking at the passages (their text, their title, their 4-grams), with the statistics BM25 needs. */
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

  setLength(slot: number, length: number): void {
    this.sum += length - this.lengthOf(slot);
    this.setUncounted(slot, length);
  }

  /** Of what is no text of a document: it says nothing about how long these are. */
  setUncounted(slot: number, length: number): void {
    while (this.lengths.length <= slot) push(this.lengths, 0);
    this.lengths.values[slot] = length;
  }

  /** Sum of all lengths that count: an integer, so it is the same whatever came and went before. */
  total(): number {
    return this.sum;
  }

  /** From now on only the lengths of lists are known, of those passages that are entered again. */
  countOnly(): void {
    this.postings = new ListSizes();
  }

  bytes(): number {
    return this.postings.bytes() + this.lengths.values.byteLength;
  }
}
