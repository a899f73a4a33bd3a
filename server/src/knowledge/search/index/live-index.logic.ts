import { dotProduct } from './dot-product.logic.ts';
import { Field } from './field.logic.ts';
import {
  type IndexedDocument,
  type IndexedPassage,
  eachTextWord,
  indexedPassages,
  lengthsOf,
} from './indexed-passage.logic.ts';
import { DerivedPostings, DerivedSizes, type EachWord, postingsByWord } from './derived-postings.logic.ts';
import { ListSizes, type RemovedSlots, Postings } from './postings.logic.ts';
import { type Uint32List, numbers, reserve } from './uint32-list.logic.ts';
import { SpellingCorrector } from './spelling.logic.ts';
import { countOf, wordOf, type Segment, segmentFormat } from '../../library/passages/segment.logic.ts';
import { IndexedDocuments } from './indexed-documents.logic.ts';
import { Tally } from './tally.logic.ts';
import type { Stem } from '../../../platform/text/tokens.logic.ts';
import { Vocabulary } from './vocabulary.logic.ts';

const fieldNames = ['text', 'title', 'grams'] as const;
type FieldName = (typeof fieldNames)[number];
type PassageVectors = ReadonlyMap<string, Float32Array>;
type PostingChange = (field: FieldName, list: number, times: number) => void;

/** Estimated bytes of a slot besides its counts and postings: its object, its id and its entries in maps. */
const slotBytes = 300;

/** The passages of one organization in memory. All statistics are integers, so they do not depend on the order of changes. */
export class LiveIndex {
  readonly words = new Vocabulary();
  readonly repair = new SpellingCorrector(this.words);
  readonly fields: Record<FieldName, Field>;
  readonly stemFor: (language: string) => Stem;
  /** Null before the first question. */
  private byWord: Postings | null = null;
  private readonly shelf = new IndexedDocuments();
  private readonly bySlot: (IndexedPassage | null)[] = [];
  private readonly free: number[] = [];
  /** The first slot of each slot's article. */
  private readonly articles: Uint32List = numbers();
  private readonly tally = new Tally();
  private readonly counts = { words: new Tally(), text: new Tally(), title: new Tally(), grams: new Tally() };
  private questions = 0;
  private countBytes = 0;
  private vectorBytes = 0;
  private readonly wordsOfStem: EachWord = (stem, visit) => this.words.eachOfStem(stem, visit);
  private readonly wordsWithGram: EachWord = (gram, visit) => this.words.eachWithGram(gram, visit);
  private lean = false;

  constructor(stemFor: (language: string) => Stem) {
    this.stemFor = stemFor;
    this.fields = {
      text: new Field(new DerivedPostings(() => this.ofWords(), this.wordsOfStem)),
      title: new Field(new Postings()),
      grams: new Field(new DerivedPostings(() => this.ofWords(), this.wordsWithGram)),
    };
  }

  /** Adds or replaces a document, with the questions that people taught for it. */
  addSegment(segment: Segment, learned: Segment | null = null): void {
    this.withdraw(segment.documentId);
    this.stage(segment);
    this.show(segment.documentId, learned);
    this.clear();
  }

  removeSegment(documentId: string): void {
    this.hide(documentId);
    this.clear();
  }

  /**
   * Adds passages that no question sees until their document is shown. A large document is staged in parts, in order, with
   * questions answered in between. Staging a version withdraws any other. Throws if the segment has another format: rebuild
   * it.
   */
  stage(segment: Segment, vectors: PassageVectors = new Map()): void {
    if (segment.format !== segmentFormat) throw new RangeError(`This segment has format ${String(segment.format)}.`);
    const document = this.shelf.stage(segment);
    this.addPassages(document, segment);
    this.giveVectors(document.slots.subarray(document.sections), vectors);
    document.sections = document.slots.length;
  }

  stagedOf(documentId: string): IndexedDocument | null {
    return this.shelf.stagedOf(documentId);
  }

  /** Discards the staged passages. */
  withdraw(documentId: string): void {
    this.shelf.withdraw(documentId);
  }

  /** Replaces the shown version by the staged one, with the questions that people taught for it. */
  show(documentId: string, learned: Segment | null): void {
    const document = this.shelf.stagedOf(documentId);
    if (!document) return;
    if (learned) this.addPassages(document, learned);
    this.shelf.show(document);
  }

  hide(documentId: string): void {
    this.shelf.hide(documentId);
  }

  /** Removes up to `most` hidden passages. Returns whether all are removed. */
  clear(most = Number.POSITIVE_INFINITY): boolean {
    do this.removePassages(this.shelf.clear(most));
    while (!this.shelf.isClear && most === Number.POSITIVE_INFINITY);
    return this.shelf.isClear;
  }

  versionOf(documentId: string): number | null {
    return this.documentOf(documentId)?.version ?? null;
  }

  /** Sets the vectors of a document's passages, by passage id. All vectors of an index must come from one model. */
  setVectors(documentId: string, vectors: PassageVectors, from = 0, to = Number.POSITIVE_INFINITY): void {
    this.giveVectors(this.documentOf(documentId)?.slots.subarray(from, to) ?? [], vectors);
  }

  clearVectors(): void {
    for (const passage of this.bySlot) if (passage) this.setVector(passage, null);
  }

  /** Frees vectors and derived postings, for an organization that is too large to keep them: `viewOf` ranks a shortlist. */
  makeLean(): void {
    this.clearVectors();
    this.lean = true;
    this.fields.text.postings = new DerivedSizes(() => this.ofWords(), this.wordsOfStem);
    this.fields.grams.postings = new DerivedSizes(() => this.ofWords(), this.wordsWithGram);
    this.fields.title.postings = new ListSizes();
    for (const [slot, passage] of this.bySlot.entries()) if (passage) this.enter(passage, slot);
  }

  get isLean(): boolean {
    return this.lean;
  }

  documentOf(documentId: string): IndexedDocument | null {
    return this.shelf.shown.get(documentId) ?? null;
  }

  /** NaN if the passage has no vector of the same model. */
  cosine(slot: number, vector: Float32Array): number {
    const other = this.bySlot[slot]?.vector;
    // A vector of another length comes from a different model, even of the same name.
    return other?.length === vector.length ? Math.max(0, dotProduct(vector, other)) : Number.NaN;
  }

  /** Whether any passage has a vector; if not, embedding a question is useless. */
  get hasVectors(): boolean {
    return this.vectorBytes > 0;
  }

  documents(): Iterable<IndexedDocument> {
    return this.shelf.shown.values();
  }

  get passages(): number {
    return this.bySlot.length - this.free.length;
  }

  /** The number of passages without taught questions. */
  get sections(): number {
    return this.passages - this.questions;
  }

  /** One more than the highest slot. */
  get slots(): number {
    return this.bySlot.length;
  }

  /** Postings of the text by word: those of stems and 4-grams are derived from them. Valid until the next change. */
  ofWords(): Postings {
    return (this.byWord ??= postingsByWord(this.words, this.bySlot));
  }

  passageAt(slot: number): IndexedPassage | null {
    return this.bySlot[slot] ?? null;
  }

  /** The first slot of the passage's article; it represents the whole article. */
  articleAt(slot: number): number {
    return this.articles.values[slot] ?? slot;
  }

  mainLanguage(): string {
    return this.shelf.mainLanguage();
  }

  /** Estimate of the memory held, for eviction. */
  get bytes(): number {
    const fields = Object.values(this.fields).reduce((sum, field) => sum + field.bytes(), 0);
    const words = this.words.bytes() + this.repair.bytes();
    return (
      fields + words + (this.byWord?.bytes() ?? 0) + this.countBytes + this.vectorBytes + slotBytes * this.bySlot.length
    );
  }

  private giveVectors(slots: Iterable<number>, vectors: PassageVectors): void {
    for (const slot of slots) {
      const passage = this.bySlot[slot];
      if (passage) this.setVector(passage, vectors.get(passage.id) ?? null);
    }
  }

  private setVector(passage: IndexedPassage, vector: Float32Array | null): void {
    this.vectorBytes += (vector?.byteLength ?? 0) - (passage.vector?.byteLength ?? 0);
    passage.vector = vector;
  }

  private addPassages(document: IndexedDocument, { words, passages }: Segment): void {
    const from = document.slots.length;
    const added = indexedPassages(passages, document, this.words.numbersOf(words));
    const slots = new Uint32Array(from + passages.length);
    slots.set(document.slots);
    for (const [at, passage] of added.entries()) slots[from + at] = this.addPassage(passage);
    document.slots = slots;
    reserve(this.articles, this.bySlot.length);
    for (const slot of slots.subarray(from)) this.articles.values[slot] = slots[0] ?? slot;
  }

  private addPassage(passage: IndexedPassage): number {
    const slot = this.free.pop() ?? this.bySlot.length;
    this.bySlot[slot] = passage;
    this.countBytes += passage.counts.byteLength;
    if (passage.isQuestion) this.questions++;
    eachTextWord(passage, (word, times) => {
      this.words.changeUse(word, 1);
      this.byWord?.add(word, slot, times);
    });
    this.enter(passage, slot);
    this.setLengths(passage, slot, lengthsOf(passage, this.words));
    return slot;
  }

  private removePassages(slots: Uint32Array): void {
    const gone = new Uint8Array(this.bySlot.length);
    const { words, ...fields } = this.counts;
    for (const slot of slots) {
      const passage = this.bySlot[slot];
      if (!passage) continue;
      gone[slot] = 1;
      eachTextWord(passage, (word) => {
        this.words.changeUse(word, -1);
        if (this.byWord) words.add(word, 1);
      });
      this.change(passage, (field, list) => fields[field].add(list, 1));
    }
    const goneFrom = (count: number): RemovedSlots => ({ count, has: (slot) => gone[slot] === 1 });
    words.drain((word, count) => this.byWord?.remove(word, goneFrom(count)));
    for (const name of fieldNames)
      fields[name].drain((list, count) => this.fields[name].postings.remove(list, goneFrom(count)));
    for (const slot of slots) this.freeSlot(slot);
  }

  private freeSlot(slot: number): void {
    const passage = this.bySlot[slot];
    if (!passage) return;
    if (passage.isQuestion) this.questions--;
    this.setLengths(passage, slot, { text: 0, title: 0, grams: 0 });
    this.countBytes -= passage.counts.byteLength;
    this.setVector(passage, null);
    this.bySlot[slot] = null;
    this.free.push(slot);
  }

  private enter(passage: IndexedPassage, slot: number): void {
    this.change(passage, (field, list, times) => this.fields[field].postings.add(list, slot, times));
  }

  /** Applies a change to every list the passage is in. */
  private change(passage: IndexedPassage, apply: PostingChange): void {
    const { text, grams } = this.fields;
    const { words, tally } = this;
    if (!text.postings.isIdle) {
      eachTextWord(passage, (word, times) => tally.add(words.stemOf(word), times));
      tally.drain((list, times) => apply('text', list, times));
    }
    for (const count of passage.counts.subarray(passage.titleAt))
      tally.add(words.stemOf(wordOf(count)), countOf(count));
    tally.drain((list, times) => apply('title', list, times));
    if (!grams.postings.isIdle) {
      eachTextWord(passage, (word, times) => words.eachGram(word, (gram) => tally.add(gram, times)));
      tally.drain((list, times) => apply('grams', list, times));
    }
  }

  private setLengths({ isQuestion }: IndexedPassage, slot: number, lengths: Record<FieldName, number>): void {
    for (const name of fieldNames) this.fields[name].setLength(slot, lengths[name], isQuestion ? 'apart' : 'counted');
  }
}
