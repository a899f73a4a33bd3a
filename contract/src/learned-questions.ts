import Type, { type Static } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Id, IdParams, Nullable, Page, PageQuery, Strict, Timestamp } from './http.ts';

const tag = 'Knowledge';

/** Only accepted questions affect the ranking; a rejected one is not suggested again. */
export const learnedStates = ['suggested', 'accepted', 'rejected'] as const;
export type LearnedState = (typeof learnedStates)[number];

/** The source: a person wrote it, people answered it in a conversation, or an answer to it was rated good. */
export const learnedOrigins = ['person', 'conversation', 'feedback'] as const;
export type LearnedOrigin = (typeof learnedOrigins)[number];

export const longestLearned = 300;

/** A question that a document answers, in the words of the people who asked it. */
export const LearnedQuestion = Type.Object({
  id: Id,
  document: Type.Object({ id: Id, title: Type.String() }),
  /** The passage that answers it, if known. */
  chunk_id: Nullable(Id),
  text: Type.String(),
  state: Type.Enum(learnedStates),
  origin: Type.Enum(learnedOrigins),
  conversation_id: Nullable(Id),
  /** The names of the people who wrote it and decided on it; null for a suggestion of the desk, and before a decision. */
  created_by: Nullable(Type.String()),
  decided_by: Nullable(Type.String()),
  decided_at: Nullable(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp,
  version: Type.Integer(),
});
export type LearnedQuestion = Static<typeof LearnedQuestion>;

const filter = { ...PageQuery, state: Type.Optional(Type.Enum(learnedStates)) };
const QuestionParams = Strict({ id: Id, question_id: Id });

export const listLearnedQuestions = endpoint({
  method: 'GET',
  path: '/api/knowledge/questions',
  operation: 'listLearnedQuestions',
  summary: 'Learned questions of all documents, newest first; `state=suggested` lists those that wait for review',
  tag,
  query: Strict({ ...filter, document_id: Type.Optional(Id), collection_id: Type.Optional(Id) }),
  reply: { 200: Page(LearnedQuestion) },
});
export const listDocumentQuestions = endpoint({
  method: 'GET',
  path: '/api/knowledge/documents/:id/questions',
  operation: 'listDocumentQuestions',
  summary: 'The learned questions of a document, newest first',
  tag,
  params: IdParams,
  query: Strict(filter),
  reply: { 200: Page(LearnedQuestion) },
});
export const createLearnedQuestion = endpoint({
  method: 'POST',
  path: '/api/knowledge/documents/:id/questions',
  operation: 'createLearnedQuestion',
  summary: 'Teach a document a question that it answers; it takes effect at once',
  tag,
  params: IdParams,
  body: Strict({ text: Type.String({ minLength: 3, maxLength: longestLearned, pattern: '[\\p{L}\\p{N}]' }) }),
  reply: { 201: LearnedQuestion },
});
export const readLearnedQuestion = endpoint({
  method: 'GET',
  path: '/api/knowledge/documents/:id/questions/:question_id',
  operation: 'readLearnedQuestion',
  summary: 'One learned question of a document',
  tag,
  params: QuestionParams,
  reply: { 200: LearnedQuestion },
});
export const updateLearnedQuestion = endpoint({
  method: 'PATCH',
  path: '/api/knowledge/documents/:id/questions/:question_id',
  operation: 'updateLearnedQuestion',
  summary: 'Accept or reject a learned question',
  tag,
  params: QuestionParams,
  body: Strict({ state: Type.Optional(Type.Enum(learnedStates)) }),
  reply: { 200: LearnedQuestion },
});
export const deleteLearnedQuestion = endpoint({
  method: 'DELETE',
  path: '/api/knowledge/documents/:id/questions/:question_id',
  operation: 'deleteLearnedQuestion',
  summary: 'Delete a learned question; it may be suggested again',
  tag,
  params: QuestionParams,
  reply: { 204: Type.Null() },
});
