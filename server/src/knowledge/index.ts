/** Knowledge owns the organization's documents: their ingestion, the search in them, and the measurement of both. */
import './library/drive.tables.ts';
import './library/knowledge.tables.ts';
import './exported.ts';

export { collectionsOf } from './library/collections/collections.store.ts';
export type { UsersOfCollection } from './library/collections/collections.actions.ts';
export { draftAnswer, findForAnswer } from './search/find-for-answer.ts';
export type {
  AnswerCitation,
  AnswerDraft,
  CustomerQuestion,
  FoundForAnswer,
  FoundForOneOfSeveral,
} from './search/draft-answer.ts';
export { explainAnswer } from './search/explain-answer.ts';
export { learnFromReply } from './insight/learned/learn-from-reply.actions.ts';
export { sweepEmbeddings } from './search/embeddings/embed.actions.ts';
export { sweepDrives } from './library/drive/files/watch.actions.ts';
export { subscribeKnowledge } from './knowledge.jobs.ts';
export { overdueDocuments } from './library/versions/ingestion-queue.store.ts';
export { knowledgeRoutes } from './knowledge.routes.ts';
export { questionInMessage } from './search/question/question-in-message.logic.ts';
export { questionsIn, refersBack } from './search/question/questions-in-message.logic.ts';
export { textReaderFor } from './search/engine/text-reader.ts';
export { keepPassages } from './library/passages/recorded-passages.store.ts';
export { knowledgeRevision } from './library/passages/revision.store.ts';
export { loadAhead } from './search/loading/load-ahead.ts';
export { search } from './search/search.ts';
export type { PassageEvidence, KnowledgeQuestion } from './search/search.ts';
export { sweepIngestion } from './library/ingestion/sweep.actions.ts';
export { forgetSuggestions } from './insight/learned/learned.store.ts';
export { eraseLearned } from './insight/learned/teach.actions.ts';
export { eraseQuestions, forgetQuestions, newestOfGap } from './insight/use/questions.store.ts';
export { recordRating } from './insight/learned/record-rating.actions.ts';
export { recordTakeover, recordUse } from './insight/use/record-use.actions.ts';
export { topGaps } from './insight/use/top-gaps.actions.ts';
