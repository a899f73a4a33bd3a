import type { DocumentPassages, Passage } from './passage.logic.ts';
import { type Stem, type WordToken, tokensOf } from '../../../platform/text/tokens.logic.ts';

/**
 * A document version in the form of the index: JSON, about as large as its text. Words are stored once, with their stems, so that
 * loading needs no stemmer; 4-grams are computed from the words while loading, which is faster than reading them. Lists are long
 * strings, because parsing them as JSON took a third of a load (server/bench/README.md, "Loading").
 */
export interface Segment {
  format: typeof segmentFormat;
  documentId: string;
  version: number;
  language: string;
  /** Each word with `wordEnd` after it; a word that is not its own stem is followed by `stemBegin` and the stem. */
  words: string;
  passages: SegmentPassage[];
}

export interface SegmentPassage {
  id: string;
  /**
   * Base64 of the packed counts of title, heading path and text, then, from `titleAt`, of title and heading path alone. Words
   * are numbered by their place in `words`.
   */
  counts: string;
  titleAt: number;
  /** Present, possibly null, only in learned questions, which are never stored: see `search/engine/engine.ts`. */
  answeredBy?: string | null;
}

/** Raise this whenever analysis or the form changes: a stored segment of another format is built again, never loaded. */
export const segmentFormat = 3;

/** Characters that are in no word and no stem. */
export const wordEnd = ' ';
export const stemBegin = '=';

/** A packed count is the word's number and, in the lower eight bits, how often it occurs. More than 255 times count as 255. */
const wordShift = 256;
const mostTimes = 255;
export const packed = (word: number, times: number) => word * wordShift + Math.min(times, mostTimes);
export const wordOf = (count: number) => count >>> 8;
export const countOf = (count: number) => count & mostTimes;

/**
 * The packed counts of each passage of a segment, one after the other in shared memory: reading many passages of a document takes
 * a quarter less time than with memory for each.
 */
export function countsOfAll(passages: readonly SegmentPassage[]): Uint32Array[] {
  const ends: number[] = [];
  for (const passage of passages) ends.push((ends.at(-1) ?? 0) + countsIn(passage));
  const all = new Uint32Array(ends.at(-1) ?? 0);
  return passages.map((passage, at) => {
    const counts = all.subarray(ends[at - 1] ?? 0, ends[at]);
    readCounts(passage, counts);
    return counts;
  });
}

function countsIn({ counts }: SegmentPassage): number {
  const padding = counts.endsWith('==') ? 2 : Number(counts.endsWith('='));
  return ((counts.length / 4) * 3 - padding) / 4;
}

const readCounts = ({ counts }: SegmentPassage, into: Uint32Array) =>
  Buffer.from(into.buffer, into.byteOffset, into.byteLength).write(counts, 'base64');

export function segmentOf(document: DocumentPassages, stem: Stem): Segment {
  const words = wordList();
  const passages = document.passages.map((passage): SegmentPassage => {
    const title = tokensOf(headingOf(passage), stem);
    const text = tokensOf(passage.text, stem);
    const counts = [words.count([...title, ...text]), words.count(title)];
    const bytes = Buffer.from(Uint32Array.from(counts.flat()).buffer);
    return { id: passage.id, counts: bytes.toString('base64'), titleAt: counts[0]?.length ?? 0 };
  });
  const { documentId, version, language } = document;
  return { format: segmentFormat, documentId, version, language, words: words.written(), passages };
}

/** The title and headings above a passage, each once: a heading path often begins with the title itself. */
export function headingOf(passage: Pick<Passage, 'title' | 'headingPath'>): string {
  return [...new Set([passage.title, ...passage.headingPath])].join(' › ');
}

function wordList() {
  const known = new Map<string, number>();

  function numberOf({ word, stem }: WordToken): number {
    const written = stem === word || stem === '' ? word : `${word}${stemBegin}${stem}`;
    const number = known.get(written) ?? known.size;
    known.set(written, number);
    return number;
  }

  function count(tokens: readonly WordToken[]): number[] {
    const counts = new Map<number, number>();
    for (const token of tokens) {
      const number = numberOf(token);
      counts.set(number, (counts.get(number) ?? 0) + 1);
    }
    return Array.from(counts, ([word, times]) => packed(word, times));
  }

  return { count, written: () => Array.from(known.keys(), (word) => word + wordEnd).join('') };
}
