import { type Answerable, answerOf } from './answer.logic.ts';
import { LiveIndex } from './live-index.logic.ts';
import { reread } from './reread.logic.ts';
import { type Found, searchIndex } from './search.logic.ts';
import { type Segment, segmentOf } from './segment.logic.ts';
import type { DocumentPassages, Draft, NothingRelevant, Passage, Question } from './shapes.logic.ts';
import { stemFor } from './stem.ts';

/** The stored form of one document version: plain JSON, to be kept with it and loaded instead of built again. */
export function buildSegment(document: DocumentPassages): Segment {
  return segmentOf(document, stemFor(document.language));
}

/** An empty index of one organization. A document is replaced by adding its new segment. */
export function createIndex(): LiveIndex {
  return new LiveIndex(stemFor);
}

/** Ranks the passages for a question; the same index and question give the same ranking, whatever the order of changes. */
export function search(index: LiveIndex, question: Question): Found {
  return searchIndex(index, question);
}

/** The same ranking once the texts of its first passages are at hand: `rereadDepth` of them are looked at, in any order. */
export function readAgain(index: LiveIndex, found: Found, passages: readonly Passage[]): Found {
  return reread(index, found, new Map(passages.map(({ id, text }) => [id, text])));
}

/**
 * The extractive answer from what `search` found. `passages` are the texts of `found.ranked` (the first five are enough),
 * in any order; ranked passages whose text is missing are passed over.
 */
export function answerFrom(index: LiveIndex, found: Found, passages: readonly Passage[]): Draft | NothingRelevant {
  const answerable: Answerable = { index, found, passages };
  return answerOf(answerable);
}
