import type { SegmentPassage } from '../../library/passages/segment.logic.ts';

export interface IndexedDocument {
  documentId: string;
  version: number;
  language: string;
  /** Of its passages, in order. Slots are reused, so they say nothing about the order of documents. */
  slots: Uint32Array;
  /** How many of them are sections; those after are questions that people taught. */
  sections: number;
}

export interface IndexedPassage {
  id: string;
  document: IndexedDocument;
  /** Word counts packed as word × 256 + times; those of the title come last, from `titleAt`. */
  counts: Uint32Array;
  titleAt: number;
  /** One that people taught, no text of the document. */
  isQuestion: boolean;
  /** Of such a question: the passage that answers it, where that is known. */
  answeredBy: string | null;
  /** What it means, by one model for the whole index, in unit length; null until it has been embedded. */
  vector: Float32Array | null;
}

/** A count is the word's number times this, plus how often it occurs: eight bits of it. */
const wordShift = 256;
const mostTimes = 255;

export const wordOf = (count: number) => count >>> 8;
export const countOf = (count: number) => count & mostTimes;

/** `numbers` are the index's numbers of the segment's words. */
export function indexedPassage(
  passage: SegmentPassage,
  document: IndexedDocument,
  numbers: readonly number[],
): IndexedPassage {
  const titleAt = passage.text.length / 2;
  const counts = new Uint32Array(titleAt + passage.title.length / 2);
  pack(passage.text, numbers, counts);
  pack(passage.title, numbers, counts.subarray(titleAt));
  return {
    id: passage.id,
    document,
    counts,
    titleAt,
    isQuestion: passage.answeredBy !== undefined,
    answeredBy: passage.answeredBy ?? null,
    vector: null,
  };
}

function pack(pairs: readonly number[], numbers: readonly number[], into: Uint32Array): void {
  for (let at = 0; at < pairs.length; at += 2) {
    const word = numbers[pairs[at] ?? 0] ?? 0;
    into[at / 2] = word * wordShift + Math.min(pairs[at + 1] ?? 0, mostTimes);
  }
}
