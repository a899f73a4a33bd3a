/** Knowledge owns the organization's documents: how they come in, what is found in them, and how well that works. */
import './drive.tables.ts';
import './knowledge.tables.ts';

export { draftAnswer } from './draft-answer.ts';
export type { AnswerCitation, AnswerDraft, CustomerQuestion } from './draft-answer.ts';
export { learnFromReply } from './learned/learn-from-reply.actions.ts';
export { sweepEmbeddings } from './embed.actions.ts';
export { sweepDrives } from './drive/watch.actions.ts';
export { subscribeKnowledge } from './knowledge.jobs.ts';
export { overdueDocuments } from './ingest.store.ts';
export { knowledgeRoutes } from './knowledge.routes.ts';
export { readingIn } from './reading.ts';
export { keepPassages } from './recorded-passages.store.ts';
export { knowledgeRevision } from './revision.store.ts';
export { search } from './search.ts';
export type { Evidence, KnowledgeQuestion } from './search.ts';
export { sweepIngestion } from './sweep.actions.ts';
export { recordRating } from './use/record-rating.actions.ts';
export { recordUse } from './use/record-use.actions.ts';
