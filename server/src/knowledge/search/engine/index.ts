/** Retrieval: the in-process index of an organization's passages, its ranking, and the calibrated extractive answer. */
export {
  answerFrom,
  neighboursOfFirst,
  buildLearned,
  candidateIndex,
  createIndex,
  shortlistDocuments,
  rerankWithTexts,
  search,
  stemsIn,
  documentsTaughtLike,
  worthOf,
} from './engine.ts';
export type { LiveIndex } from '../index/live-index.logic.ts';
export type { TaughtQuestion } from '../ranking/taught-questions.logic.ts';
export { rerankDepth } from '../ranking/rerank.logic.ts';
export type { RankingResult } from '../ranking/rank.logic.ts';
export type { Searchable } from '../index/searchable.logic.ts';
export type {
  Band,
  PassageCitation,
  AnswerConfidence,
  DraftedAnswer,
  NothingRelevant,
  Question,
  Ranked,
  ScoreParts,
  PriorMessage,
} from '../question/shapes.logic.ts';
