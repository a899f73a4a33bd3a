import type { IndexedDocument } from '../index/indexed-passage.logic.ts';
import {
  minTaughtSimilarity,
  between,
  holdsAny,
  taughtSimilarity,
  questionsOf,
  taughtOf,
  selectiveTermsIn,
} from './taught-similarity.logic.ts';
import type { ParsedQuestion } from '../question/parsed-question.logic.ts';
import type { Searchable } from '../index/searchable.logic.ts';
import { type Segment, segmentOf } from '../../library/passages/segment.logic.ts';
import type { Stem } from '../../../platform/text/tokens.logic.ts';

/** A question that people taught for a document. */
export interface TaughtQuestion {
  id: string;
  text: string;
  /** The passage that answers it, if known. */
  answeredBy: string | null;
}

/** The taught questions of a document version as passages, each with the question as its title and no text. */
export function learnedSegment(
  { documentId, version, language }: Pick<Segment, 'documentId' | 'version' | 'language'>,
  questions: readonly TaughtQuestion[],
  stem: Stem,
): Segment {
  const asked = questions.map(({ id, text }) => ({ id, title: text, headingPath: [], text: '' }));
  const segment = segmentOf({ documentId, version, language, passages: asked }, stem);
  const passages = segment.passages.map((passage, at) => ({
    ...passage,
    answeredBy: questions[at]?.answeredBy ?? null,
  }));
  return { ...segment, passages };
}

/** A taught question lifts its document from `minTaughtSimilarity` on, and fully from here on (server/bench/README.md). */
const wholeAt = 0.6;
/**
 * From here on, two questions are the same in other words: the document ranks first, whatever reranking adds to others
 * (`rerank.logic.ts`, 4 at most).
 */
const sameAt = 0.8;
const sameWeight = 4.5;
/** Larger than what reranking can add: the section that is known to answer stays before the others. */
const pointedWeight = 0.8;

/**
 * Lifts documents by their taught questions, which are scored like sections. If a question scores higher than the sections
 * of its document, all of them rise by the difference, scaled by the similarity; their order stays. The taught questions
 * themselves are left out: they are never shown as an answer.
 */
export function lifted(index: Searchable, scores: Float64Array, read: ParsedQuestion): Float64Array {
  const taught = taughtOf(index);
  if (taught.length === 0) return scores;
  const raised = scores.slice();
  const selective = selectiveTermsIn(index, read);
  for (const document of taught) liftDocument(index, raised, { document, read, selective });
  return raised;
}

/** The slots without those of taught questions. */
export function sectionsAmong(index: Searchable, slots: Uint32Array): Uint32Array {
  const taught = taughtOf(index);
  if (taught.length === 0) return slots;
  const questions = new Uint8Array(index.slots);
  for (const document of taught) for (const slot of questionsOf(document)) questions[slot] = 1;
  return slots.filter((slot) => questions[slot] === 0);
}

interface ReadTaughtQuestion {
  document: IndexedDocument;
  read: ParsedQuestion;
  selective: Uint8Array;
}

function liftDocument(
  index: Searchable,
  scores: Float64Array,
  { document, read, selective }: ReadTaughtQuestion,
): void {
  const sections = document.slots.subarray(0, document.sections);
  const best = sections.reduce((most, slot) => Math.max(most, scores[slot] ?? 0), 0);
  let lift = { by: 0, share: 0, answeredBy: null as string | null };
  for (const slot of questionsOf(document)) {
    const passage = index.passageAt(slot);
    if (!passage || !holdsAny(index, passage, selective)) continue;
    const similarity = taughtSimilarity(index, passage, read);
    const share = between(similarity, minTaughtSimilarity, wholeAt);
    const lacked = Math.max(0, (scores[slot] ?? 0) - best);
    const by = share * lacked + sameWeight * between(similarity, sameAt, 1);
    if (by > lift.by || (by === lift.by && share > lift.share)) lift = { by, share, answeredBy: passage.answeredBy };
  }
  for (const slot of sections) {
    const own = scores[slot] ?? 0;
    const isPointed = lift.answeredBy !== null && index.passageAt(slot)?.id === lift.answeredBy;
    scores[slot] = lift.by + (isPointed ? own + (best - own + pointedWeight) * lift.share : own);
  }
}
