import { type Uint32List, numbers, push } from './uint32-list.logic.ts';
import { type PostingLists, ListSizes } from './postings.logic.ts';

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

  setLength(slot: number, length: number): void {
    this.sum += length - this.lengthOf(slot);
    this.setUncounted(slot, length);
  }

  /** Sets the length of a taught question, which does not count towards the average length of sections. */
  setUncounted(slot: number, length: number): void {
    while (this.lengths.length <= slot) push(this.lengths, 0);
    this.lengths.values[slot] = length;
  }

  /** Sum of all counted lengths. It is an integer, so it does not depend on the order of changes. */
  total(): number {
    return this.sum;
  }

  /** From now on keeps only the sizes of lists. The caller must enter the passages again. */
  countOnly(): void {
    this.postings = new ListSizes();
  }

  bytes(): number {
    return this.postings.bytes() + this.lengths.values.byteLength;
  }
}
