import type { DocumentPassages, Passage } from './passage.logic.ts';
import { type Stem, type WordToken, tokensOf } from '../../../platform/text/tokens.logic.ts';

/**
 * A document version in the form of the index: plain JSON, about as large as its text. Words are stored once; a count list is
 * `word, count, word, count, …`, where `word` is an index into `words`. Stems are stored with their words, so that loading needs no
 * stemmer; 4-grams are computed from the words while loading, which is faster than reading them.
 */
export interface Segment {
  format: typeof segmentFormat;
  documentId: string;
  version: number;
  language: string;
  words: string[];
  /** One stem for each word; empty if the word is its own stem. */
  stems: string[];
  passages: SegmentPassage[];
}

export interface SegmentPassage {
  id: string;
  /** Count list of title, heading path and text. */
  text: number[];
  /** Count list of title and heading path. */
  title: number[];
  /** Present, possibly null, only in learned questions, which are never stored: see `search/engine/engine.ts`. */
  answeredBy?: string | null;
}

/** Raise this whenever analysis changes: a stored segment of another format is built again, never loaded. */
export const segmentFormat = 1;

export function segmentOf(document: DocumentPassages, stem: Stem): Segment {
  const words = wordList();
  const passages = document.passages.map((passage): SegmentPassage => {
    const title = tokensOf(headingOf(passage), stem);
    const text = tokensOf(passage.text, stem);
    return { id: passage.id, text: words.count([...title, ...text]), title: words.count(title) };
  });
  const { documentId, version, language } = document;
  return { format: segmentFormat, documentId, version, language, words: words.words, stems: words.stems, passages };
}

/** The title and headings above a passage, each once: a heading path often begins with the title itself. */
export function headingOf(passage: Pick<Passage, 'title' | 'headingPath'>): string {
  return [...new Set([passage.title, ...passage.headingPath])].join(' › ');
}

function wordList() {
  const words: string[] = [];
  const stems: string[] = [];
  const known = new Map<string, number>();

  function indexOf(token: WordToken): number {
    const key = `${token.word} ${token.stem}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    words.push(token.word);
    stems.push(token.stem === token.word ? '' : token.stem);
    known.set(key, words.length - 1);
    return words.length - 1;
  }

  function count(tokens: readonly WordToken[]): number[] {
    const counts = new Map<number, number>();
    for (const token of tokens) {
      const index = indexOf(token);
      counts.set(index, (counts.get(index) ?? 0) + 1);
    }
    return [...counts].flat();
  }

  return { words, stems, count };
}
