import { bestScore } from './bm25.logic.ts';
import { createField, type Field } from './field.logic.ts';
import { createRepair, type Repair } from './repair.logic.ts';
import { type Segment, segmentFormat, type SegmentPassage } from './segment.logic.ts';
import { createTally } from './tally.logic.ts';
import type { Stem } from './tokens.logic.ts';
import { createWordTable, type WordTable } from './word-table.logic.ts';

export interface Index {
  /** Adds a document, or replaces it whole if it is there. Throws on a segment of another format: build it again. */
  addSegment: (segment: Segment) => void;
  removeSegment: (documentId: string) => void;
  has: (documentId: string) => boolean;
  readonly documents: number;
  readonly passages: number;
  /** Estimate of the memory held, for eviction. */
  readonly bytes: number;
  readonly inside: Inside;
}

/** What ranking reads. Slots are reused, so they order nothing. */
export interface Inside {
  words: WordTable;
  text: Field;
  title: Field;
  grams: Field;
  repair: Repair;
  stemFor: (language: string) => Stem;
  documents: () => Iterable<IndexedDocument>;
  /** One more than the highest slot in use. */
  slots: () => number;
  slot: (slot: number) => IndexedPassage | null;
  /** Whether one of these passages has the stem. */
  holds: (slots: Iterable<number>, stem: number) => boolean;
  /** What a passage could score at most for these 4-grams. */
  bestGramScore: (grams: ReadonlyMap<number, number>) => number;
  /** The language most passages are in. */
  mainLanguage: () => string;
}

export interface IndexedPassage {
  id: string;
  document: IndexedDocument;
  /** Packed as word × 256 + times, the words of the title last, from `titleAt`. */
  counts: Uint32Array;
  titleAt: number;
}

export interface IndexedDocument {
  documentId: string;
  version: number;
  language: string;
  slots: Uint32Array;
}

export function createLiveIndex(stemFor: (language: string) => Stem): Index {
  const words = createWordTable();
  const fields = { text: createField(), title: createField(), grams: createField() };
  const documents = new Map<string, IndexedDocument>();
  const languages = new Map<string, number>();
  const passages: (IndexedPassage | null)[] = [];
  const free: number[] = [];
  const tally = createTally();
  const repair = createRepair(words);
  let countBytes = 0;

  function addSegment(segment: Segment): void {
    if (segment.format !== segmentFormat) throw new RangeError(`segment format ${segment.format} is not ${segmentFormat}`);
    removeSegment(segment.documentId);
    const { documentId, version, language } = segment;
    const numbers = segment.words.map((word, at) => words.numberOf(word, segment.stems[at] || word));
    const document = { documentId, version, language, slots: new Uint32Array(segment.passages.length) };
    for (const [at, passage] of segment.passages.entries()) {
      document.slots[at] = addPassage(packed(passage, document, numbers));
    }
    documents.set(documentId, document);
    languages.set(language, (languages.get(language) ?? 0) + document.slots.length);
  }

  function addPassage(passage: IndexedPassage): number {
    const slot = free.pop() ?? passages.length;
    passages[slot] = passage;
    countBytes += passage.counts.byteLength;
    tallyStems(passage, 0, passage.titleAt);
    fields.text.setLength(slot, tally.drain((stem, times) => fields.text.postings.add(stem, slot, times)));
    tallyStems(passage, passage.titleAt, passage.counts.length);
    fields.title.setLength(slot, tally.drain((stem, times) => fields.title.postings.add(stem, slot, times)));
    tallyGrams(passage);
    fields.grams.setLength(slot, tally.drain((gram, times) => fields.grams.postings.add(gram, slot, times)));
    changeUses(passage, 1);
    return slot;
  }

  function removeSegment(documentId: string): void {
    const document = documents.get(documentId);
    if (!document) return;
    documents.delete(documentId);
    languages.set(document.language, (languages.get(document.language) ?? 0) - document.slots.length);
    for (const slot of document.slots) removePassage(slot);
  }

  function removePassage(slot: number): void {
    const passage = passages[slot];
    if (!passage) return;
    tallyStems(passage, 0, passage.titleAt);
    tally.drain((stem) => fields.text.postings.remove(stem, slot));
    tallyStems(passage, passage.titleAt, passage.counts.length);
    tally.drain((stem) => fields.title.postings.remove(stem, slot));
    tallyGrams(passage);
    tally.drain((gram) => fields.grams.postings.remove(gram, slot));
    for (const field of Object.values(fields)) field.setLength(slot, 0);
    changeUses(passage, -1);
    countBytes -= passage.counts.byteLength;
    passages[slot] = null;
    free.push(slot);
  }

  function tallyStems(passage: IndexedPassage, from: number, to: number): void {
    for (const count of passage.counts.subarray(from, to)) tally.add(words.stemOf(count >>> 8), count & 255);
  }

  function tallyGrams(passage: IndexedPassage): void {
    for (const count of passage.counts.subarray(0, passage.titleAt)) {
      words.eachGram(count >>> 8, (gram) => tally.add(gram, count & 255));
    }
  }

  function changeUses(passage: IndexedPassage, by: number): void {
    for (const count of passage.counts.subarray(0, passage.titleAt)) words.changeUse(count >>> 8, by);
  }

  function holds(slots: Iterable<number>, stem: number): boolean {
    for (const slot of slots) if (passages[slot]?.counts.some((count) => words.stemOf(count >>> 8) === stem)) return true;
    return false;
  }

  const inside: Inside = {
    words,
    ...fields,
    repair,
    stemFor,
    documents: () => documents.values(),
    slots: () => passages.length,
    slot: (slot) => passages[slot] ?? null,
    holds,
    bestGramScore: (grams) => bestScore(fields.grams, grams, passages.length - free.length),
    mainLanguage: () => mostCommon(languages),
  };
  return {
    addSegment,
    removeSegment,
    has: (documentId) => documents.has(documentId),
    get documents() {
      return documents.size;
    },
    get passages() {
      return passages.length - free.length;
    },
    get bytes() {
      const shared = words.bytes() + repair.bytes() + countBytes;
      return Object.values(fields).reduce((sum, field) => sum + field.bytes(), shared) + 300 * passages.length;
    },
    inside,
  };
}

function packed(passage: SegmentPassage, document: IndexedDocument, numbers: readonly number[]): IndexedPassage {
  const counts = [...pairsOf(passage.text, numbers), ...pairsOf(passage.title, numbers)];
  return { id: passage.id, document, counts: Uint32Array.from(counts), titleAt: passage.text.length / 2 };
}

function pairsOf(counts: readonly number[], numbers: readonly number[]): number[] {
  const pairs: number[] = [];
  for (let at = 0; at < counts.length; at += 2) {
    pairs.push((numbers[counts[at] ?? 0] ?? 0) * 256 + Math.min(counts[at + 1] ?? 0, 255));
  }
  return pairs;
}

function mostCommon(languages: ReadonlyMap<string, number>): string {
  let common = 'en';
  let most = 0;
  for (const [language, passages] of languages) {
    if (passages < most || (passages === most && language > common)) continue;
    common = language;
    most = passages;
  }
  return common;
}
