import { eachTextWord, type IndexedPassage } from './indexed-passage.logic.ts';
import { type Uint32List, numbers, push } from './uint32-list.logic.ts';
import { entryOf, type RemovedSlots, type PostingLists, Postings, slotOf, timesOf } from './postings.logic.ts';
import { Tally } from './tally.logic.ts';
import type { Vocabulary } from './vocabulary.logic.ts';

/**
 * Posting lists that are derived from those of words: a stem's from its words, a 4-gram's from the words that contain it.
 * Each is built when a question first needs it and follows changes from then on. A passage is in several hundred of these
 * lists, but in only a hundred of words: entering it in all of them took most of the time of a load
 * (server/bench/README.md, "Loading").
 */
export class DerivedPostings implements PostingLists {
  private readonly words: () => Postings;
  private readonly eachWord: EachWord;
  private readonly gathered = new Postings();
  private readonly known = new Set<number>();
  private readonly tally = new Tally();
  private readonly found: Uint32List = numbers();

  constructor(words: () => Postings, eachWord: EachWord) {
    this.words = words;
    this.eachWord = eachWord;
  }

  /** Whether no list is built yet, so that changes can be skipped. */
  get isIdle(): boolean {
    return this.known.size === 0;
  }

  add(list: number, slot: number, times: number): void {
    if (this.known.has(list)) this.gathered.add(list, slot, times);
  }

  remove(list: number, gone: RemovedSlots): void {
    if (this.known.has(list)) this.gathered.remove(list, gone);
  }

  size(list: number): number {
    this.gather(list);
    return this.gathered.size(list);
  }

  entries(list: number): Uint32Array {
    this.gather(list);
    return this.gathered.entries(list);
  }

  bytes(): number {
    return this.gathered.bytes() + setEntryBytes * this.known.size;
  }

  private gather(list: number): void {
    if (this.known.has(list)) return;
    this.known.add(list);
    const words = this.words();
    this.eachWord(list, (word) => {
      for (const entry of words.entries(word)) this.tally.add(slotOf(entry), timesOf(entry));
    });
    // In the order of slots: the scores then add up to the same, to the last bit, as if each passage had been entered when
    // it was added.
    this.found.length = 0;
    this.tally.drain((slot, times) => push(this.found, entryOf(slot, times)));
    for (const entry of this.found.values.subarray(0, this.found.length).sort())
      this.gathered.add(list, slotOf(entry), timesOf(entry));
  }
}

/** Postings of the text by word. All at once, because adding passage by passage moves lists as they grow. */
export function postingsByWord(words: Vocabulary, passages: readonly (IndexedPassage | null)[]): Postings {
  const lists = new Postings();
  for (let word = 0; word < words.size(); word++) if (words.use(word) > 0) lists.prepare(word, words.use(word));
  for (const [slot, passage] of passages.entries())
    if (passage) eachTextWord(passage, (word, times) => lists.append(word, slot, times));
  return lists;
}

/** An estimate of an entry in a set of numbers: V8 does not report it. */
const setEntryBytes = 40;

export type EachWord = (list: number, visit: (word: number) => void) => void;
