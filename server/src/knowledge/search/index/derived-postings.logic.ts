import { eachTextWord, type IndexedPassage } from './indexed-passage.logic.ts';
import { type Uint32List, numbers, push } from './uint32-list.logic.ts';
import {
  entryOf,
  noEntries,
  type RemovedSlots,
  type PostingLists,
  Postings,
  slotOf,
  timesOf,
} from './postings.logic.ts';
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

/**
 * Only the sizes of such lists, for a lean index. To count each passage in all of its lists while it is loaded took a third of
 * the load.
 */
export class DerivedSizes implements PostingLists {
  private readonly words: () => Postings;
  private readonly eachWord: EachWord;
  private readonly known = new Map<number, number>();
  private readonly tally = new Tally();

  constructor(words: () => Postings, eachWord: EachWord) {
    this.words = words;
    this.eachWord = eachWord;
  }

  get isIdle(): boolean {
    return this.known.size === 0;
  }

  add(list: number): void {
    this.change(list, 1);
  }

  remove(list: number, { count }: RemovedSlots): void {
    this.change(list, -count);
  }

  size(list: number): number {
    const size = this.known.get(list) ?? this.count(list);
    this.known.set(list, size);
    return size;
  }

  entries(): Uint32Array {
    return noEntries;
  }

  bytes(): number {
    return setEntryBytes * this.known.size;
  }

  private change(list: number, by: number): void {
    const size = this.known.get(list);
    if (size !== undefined) this.known.set(list, size + by);
  }

  private count(list: number): number {
    const words = this.words();
    let passages = 0;
    this.eachWord(list, (word) => {
      for (const entry of words.entries(word)) this.tally.add(slotOf(entry), 1);
    });
    this.tally.drain(() => passages++);
    return passages;
  }
}

/** An estimate of an entry in a set or map of numbers: V8 does not report it. */
const setEntryBytes = 40;

export type EachWord = (list: number, visit: (word: number) => void) => void;
