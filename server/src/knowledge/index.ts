/** Knowledge owns the organization's documents: how they come in, what is found in them, and how well that works. */
import './drive.tables.ts';
import './knowledge.tables.ts';

export { draftAnswer } from './search/draft-answer.ts';
export type { AnswerCitation, AnswerDraft, CustomerQuestion } from './search/draft-answer.ts';
export { learnFromReply } from './learned/learn-from-reply.actions.ts';
export { sweepEmbeddings } from './embeddings/embed.actions.ts';
export { sweepDrives } from './drive/watch.actions.ts';
export { subscribeKnowledge } from './knowledge.jobs.ts';
export { overdueDocuments } from './ingestion/ingest.store.ts';
export { knowledgeRoutes } from './knowledge.routes.ts';
export { askedIn } from './retrieval/letter.logic.ts';
export { readingIn } from './search/reading.ts';
export { keepPassages } from './passages/recorded-passages.store.ts';
export { knowledgeRevision } from './passages/revision.store.ts';
export { search } from './search/search.ts';
export type { Evidence, KnowledgeQuestion } from './search/search.ts';
export { sweepIngestion } from './ingestion/sweep.actions.ts';
export { recordRating } from './use/record-rating.actions.ts';
export { recordTakeover, recordUse } from './use/record-use.actions.ts';
