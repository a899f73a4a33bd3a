/** Retrieval owns the embedded index of an organization's passages, its ranking, and the calibrated extractive answer. */
export {
  answerFrom,
  askedStems,
  besideFirst,
  buildLearned,
  candidateIndex,
  createIndex,
  likeliest,
  readAgain,
  search,
  stemsIn,
  taughtDocuments,
  worthOf,
} from './engine.ts';
export type { LiveIndex as Index } from '../index/live-index.logic.ts';
export type { LearnedQuestion } from '../ranking/taught-questions.logic.ts';
export { rereadDepth } from '../ranking/rerank.logic.ts';
export type { Found } from '../ranking/rank.logic.ts';
export type { Searchable } from '../index/searchable.logic.ts';
export type {
  Band,
  Citation,
  Confidence,
  Draft,
  NothingRelevant,
  Question,
  Ranked,
  ScoreParts,
  Turn,
} from '../question/shapes.logic.ts';
