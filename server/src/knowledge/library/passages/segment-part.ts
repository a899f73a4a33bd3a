import { stemFor } from '../../../platform/text/stem.ts';
import { segmentOf } from './segment.logic.ts';
import type { DocumentPassages } from './passage.logic.ts';
import type { Segment } from './segment.logic.ts';

/** The stems of a passage, so that the database can find passages by stem. */
export interface PassageStems {
  passageId: string;
  stems: string[];
}

export interface SegmentPart {
  /** The segment as JSON: a string passes cheaply between threads and into the database. */
  body: string;
  stems: PassageStems[];
}

export function partOf(document: DocumentPassages): SegmentPart {
  const segment = buildSegment(document);
  return { body: JSON.stringify(segment), stems: stemsOf(segment) };
}

/** Builds the index segment of one document version. It is stored, so that loading it replaces building it again. */
export function buildSegment(document: DocumentPassages): Segment {
  return segmentOf(document, stemFor(document.language));
}

/** Within PostgreSQL's limit for a lexeme; longer stems do not occur in questions. */
const longestStem = 200;
export const isLexeme = (stem: string): boolean => stem.length > 0 && stem.length <= longestStem;

// `text` is `word, count, word, count, …`.
export const stemsOf = ({ words, stems, passages }: Segment): PassageStems[] =>
  passages.map(({ id, text }) => {
    const all = text.flatMap((word, at) => (at % 2 === 0 ? [stems[word] || (words[word] ?? '')] : []));
    return { passageId: id, stems: [...new Set(all.filter(isLexeme))] };
  });
