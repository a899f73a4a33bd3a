import { stemFor } from '../../../platform/text/stem.ts';
import { segmentOf } from './segment.logic.ts';
import type { DocumentPassages } from './passage.logic.ts';
import type { Segment } from './segment.logic.ts';

/** The stems of a passage, so that the database can name those that have one. */
export interface PassageStems {
  passageId: string;
  stems: string[];
}

export interface SegmentPart {
  /** As JSON: strings pass between threads, and into the database, at no cost. */
  body: string;
  stems: PassageStems[];
}

export function partOf(document: DocumentPassages): SegmentPart {
  const segment = buildSegment(document);
  return { body: JSON.stringify(segment), stems: stemsOf(segment) };
}

/** The stored form of one document version: plain JSON, to be kept with it and loaded instead of built again. */
export function buildSegment(document: DocumentPassages): Segment {
  return segmentOf(document, stemFor(document.language));
}

/** What PostgreSQL takes as a lexeme; nobody asks for more. */
const longestStem = 200;
export const isLexeme = (stem: string): boolean => stem.length > 0 && stem.length <= longestStem;

// `text` is word, times, word, times, …
export const stemsOf = ({ words, stems, passages }: Segment): PassageStems[] =>
  passages.map(({ id, text }) => {
    const all = text.flatMap((word, at) => (at % 2 === 0 ? [stems[word] || (words[word] ?? '')] : []));
    return { passageId: id, stems: [...new Set(all.filter(isLexeme))] };
  });
