import { countOf, countsOfAll, packed, type SegmentPassage, wordOf } from '../../library/passages/segment.logic.ts';
import type { Vocabulary } from './vocabulary.logic.ts';

export interface IndexedDocument {
  documentId: string;
  version: number;
  language: string;
  /** The slots of its passages, in order. Slots are reused, so they do not reflect the order of documents. */
  slots: Uint32Array;
  /** The number of sections; the slots after them are taught questions. */
  sections: number;
}

export interface IndexedPassage {
  id: string;
  document: IndexedDocument;
  /** Packed word counts; those of the title come last, from `titleAt`. */
  counts: Uint32Array;
  titleAt: number;
  /** Whether it is a taught question and not text of the document. */
  isQuestion: boolean;
  /** For a taught question: the passage that answers it, if known. */
  answeredBy: string | null;
  /** Its embedding, in unit length, by the one model of the index; null until it is embedded. */
  vector: Float32Array | null;
}

/** How many sections before and after a section belong to the same article. Hardly any article has more than eleven. */
const reach = 5;

/**
 * The article around a section: of a handbook that is one document, only the sections near it. Words that are elsewhere in
 * a handbook say nothing about this section. The questions taught for the document are all included.
 */
export function articleAround(document: IndexedDocument, slot: number): IndexedDocument {
  const { slots, sections } = document;
  const at = slots.subarray(0, sections).indexOf(slot);
  if (at === -1) return document;
  const near = slots.subarray(Math.max(0, at - reach), Math.min(sections, at + reach + 1));
  return { ...document, slots: Uint32Array.of(...near, ...slots.subarray(sections)), sections: near.length };
}

/** The passages of a segment. `numbers` maps the segment's words to the numbers of the index. */
export function indexedPassages(
  passages: readonly SegmentPassage[],
  document: IndexedDocument,
  numbers: readonly number[],
): IndexedPassage[] {
  return countsOfAll(passages).map((counts, at) => {
    for (let place = 0; place < counts.length; place++) {
      const count = counts[place] ?? 0;
      counts[place] = packed(numbers[wordOf(count)] ?? 0, countOf(count));
    }
    const { id = '', titleAt = 0, answeredBy } = passages[at] ?? {};
    return {
      id,
      document,
      counts,
      titleAt,
      isQuestion: answeredBy !== undefined,
      answeredBy: answeredBy ?? null,
      vector: null,
    };
  });
}

/** Visits each word of title, headings and text, with the times it occurs in the passage. */
export function eachTextWord({ counts, titleAt }: IndexedPassage, visit: (word: number, times: number) => void): void {
  for (let at = 0; at < titleAt; at++) visit(wordOf(counts[at] ?? 0), countOf(counts[at] ?? 0));
}

/** The lengths of the fields of a passage, in words and in 4-grams. */
export function lengthsOf(passage: IndexedPassage, words: Pick<Vocabulary, 'gramCount'>) {
  const lengths = { text: 0, title: 0, grams: 0 };
  eachTextWord(passage, (word, times) => {
    lengths.text += times;
    lengths.grams += times * words.gramCount(word);
  });
  for (const count of passage.counts.subarray(passage.titleAt)) lengths.title += countOf(count);
  return lengths;
}
