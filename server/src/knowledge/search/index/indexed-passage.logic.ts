import type { SegmentPassage } from '../../library/passages/segment.logic.ts';

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
  /** Word counts packed as word × 256 + times; those of the title come last, from `titleAt`. */
  counts: Uint32Array;
  titleAt: number;
  /** Whether it is a taught question and not text of the document. */
  isQuestion: boolean;
  /** For a taught question: the passage that answers it, if known. */
  answeredBy: string | null;
  /** Its embedding, in unit length, by the one model of the index; null until it is embedded. */
  vector: Float32Array | null;
}

/** A count packs the word's number and, in the lower eight bits, how often it occurs. */
const wordShift = 256;
const mostTimes = 255;

export const wordOf = (count: number) => count >>> 8;
export const countOf = (count: number) => count & mostTimes;

/** `numbers` maps the segment's words to the numbers of the index. */
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
