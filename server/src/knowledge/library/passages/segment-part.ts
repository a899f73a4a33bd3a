import { stemFor } from '../../../platform/text/stem.ts';
import { countsOf, segmentOf, stemBegin, wordEnd, wordOf } from './segment.logic.ts';
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

export function stemsOf({ words, passages }: Segment): PassageStems[] {
  const stems = words.split(wordEnd).map((word) => word.slice(word.indexOf(stemBegin) + 1));
  return passages.map((passage) => {
    const all = Array.from(countsOf(passage).subarray(0, passage.titleAt), (count) => stems[wordOf(count)] ?? '');
    return { passageId: passage.id, stems: [...new Set(all.filter(isLexeme))] };
  });
}
