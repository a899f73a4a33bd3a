import { type Answerable, answerOf } from '../answer/answer.logic.ts';
import { steadyIdf } from '../text/common-words.logic.ts';
import { learnedSegment, type TaughtQuestion } from '../ranking/taught-questions.logic.ts';
import { similarTaughtDocuments } from '../ranking/taught-similarity.logic.ts';
import { LiveIndex } from '../index/live-index.logic.ts';
import { parseQuestion } from '../question/parsed-question.logic.ts';
import { rerank } from '../ranking/rerank.logic.ts';
import { type RankingResult, searchIndex } from '../ranking/rank.logic.ts';
import type { Searchable } from '../index/searchable.logic.ts';
import type { Segment } from '../../library/passages/segment.logic.ts';
import type { DraftedAnswer, NothingRelevant, Question } from '../question/shapes.logic.ts';
import type { Passage } from '../../library/passages/passage.logic.ts';
import { shortlist } from '../ranking/shortlist.logic.ts';
import { stemFor } from '../../../platform/text/stem.ts';
import { stemsOf } from '../../../platform/text/tokens.logic.ts';
import { type Candidates, viewOf } from '../ranking/candidate-index.logic.ts';
import { widestSide } from '../answer/widen.logic.ts';

type TaughtDocument = Pick<Segment, 'documentId' | 'version' | 'language'>;

/** Builds the segment of the questions that people taught for a document, to be added to the index; null if there are none. */
export function buildLearned(taught: TaughtDocument, questions: readonly TaughtQuestion[]): Segment | null {
  return questions.length === 0 ? null : learnedSegment(taught, questions, stemFor(taught.language));
}

/** An empty index of one organization. A document is replaced by adding its new segment. */
export function createIndex(): LiveIndex {
  return new LiveIndex(stemFor);
}

/** Ranks the passages for a question; the same index and question give the same ranking, in any order of changes. */
export function search(index: Searchable, question: Question): RankingResult {
  return searchIndex(index, question);
}

/** For a lean index: the documents that are worth ranking by their words, up to `most` passages in total. */
export function shortlistDocuments(index: LiveIndex, question: Question, most: number): string[] {
  return shortlist(index, parseQuestion(index, question), { includes: question.includes, most });
}

/** Documents that were taught a similar question, whose own text may contain none of its words. */
export function documentsTaughtLike(index: LiveIndex, question: Question, most: number): string[] {
  return similarTaughtDocuments(index, parseQuestion(index, question), most);
}

/** An index of the candidates alone, for `search` and `answerFrom`; scores are the same as in the whole index. */
export function candidateIndex(index: LiveIndex, question: Question, candidates: Candidates): Searchable {
  return viewOf(index, parseQuestion(index, question), candidates);
}

/** Reranks by the texts of the first `rerankDepth` passages, which may come in any order. */
export function rerankWithTexts(index: Searchable, found: RankingResult, passages: readonly Passage[]): RankingResult {
  return rerank(index, found, new Map(passages.map((passage) => [passage.id, passage])));
}

type Texts = Pick<Answerable, 'passages' | 'beside'>;

/**
 * The extractive answer from a ranking. `passages` are the texts of `found.ranked` (the first five are enough), in any
 * order; ranked passages without a text are skipped. `beside` are the passages of `neighboursOfFirst` that may be shown.
 */
export function answerFrom(index: Searchable, found: RankingResult, texts: Texts): DraftedAnswer | NothingRelevant {
  return answerOf({ index, found, ...texts });
}

/** Ids of the passages that may be shown with the first one found, including itself, in reading order. */
export function neighboursOfFirst(index: Searchable, { candidates: [first] }: RankingResult): string[] {
  const slots = first ? [...(index.passageAt(first.slot)?.document.slots ?? [])] : [];
  const at = first ? slots.indexOf(first.slot) : 0;
  const near = slots.slice(Math.max(0, at - widestSide), at + widestSide + 1);
  return near.flatMap((slot) => index.passageAt(slot)?.id ?? []);
}

/** The stems of a text in reading order, as the index makes them for that language (BCP 47). */
export function stemsIn(text: string, language: string): string[] {
  return stemsOf(text, stemFor(language));
}

/** How specific a stem is in any knowledge base: 0 for "the", 6 for a word that is common nowhere. English only. */
export function worthOf(stem: string): number {
  return steadyIdf(stem, 0, 0);
}
