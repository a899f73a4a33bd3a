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
export type { LiveIndex as Index } from './live-index.logic.ts';
export type { LearnedQuestion } from './learned.logic.ts';
export { rereadDepth } from './reread.logic.ts';
export type { Found } from './search.logic.ts';
export type { Searchable } from './searchable.logic.ts';
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
} from './shapes.logic.ts';
