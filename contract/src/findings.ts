import Type, { type Static } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Id, IdParams, Page, PageQuery, Strict, Timestamp, Sentence } from './http.ts';

const tag = 'Knowledge';

export const findingTypes = [
  'not_retrievable',
  'failed_ingestion',
  'stale',
  'expired',
  'source_missing',
  'duplicate',
  'near_duplicate',
  'contradiction',
  'thin',
  'broken_extraction',
  'mixed_language',
  'never_cited',
  'negative_feedback',
  'injection_suspected',
] as const;
export type FindingType = (typeof findingTypes)[number];

export const severities = ['high', 'medium', 'low'] as const;
export type Severity = (typeof severities)[number];

/** `dismissed` lasts until a document of the finding changes, `acknowledged` until a person changes it. */
export const findingStates = ['open', 'acknowledged', 'dismissed'] as const;
export type FindingState = (typeof findingStates)[number];

/** A problem in the documents that people should review. The same cause keeps its id. */
export const Finding = Type.Object({
  id: Id,
  type: Type.Enum(findingTypes),
  severity: Type.Enum(severities),
  documents: Type.Array(Type.Object({ id: Id, title: Type.String(), version: Type.Integer(), quote: Type.String() })),
  detail: Sentence,
  suggestion: Sentence,
  state: Type.Enum(findingStates),
  first_seen_at: Timestamp,
  last_seen_at: Timestamp,
  version: Type.Integer(),
});
export type Finding = Static<typeof Finding>;

export const listFindings = endpoint({
  method: 'GET',
  path: '/api/knowledge/findings',
  operation: 'listFindings',
  summary: 'Findings whose cause still exists, newest first',
  tag,
  query: Strict({
    ...PageQuery,
    type: Type.Optional(Type.Enum(findingTypes)),
    severity: Type.Optional(Type.Enum(severities)),
    state: Type.Optional(Type.Enum(findingStates)),
    document_id: Type.Optional(Id),
    collection_id: Type.Optional(Id),
  }),
  reply: { 200: Page(Finding) },
});
export const readFinding = endpoint({
  method: 'GET',
  path: '/api/knowledge/findings/:id',
  operation: 'readFinding',
  summary: 'One finding',
  tag,
  params: IdParams,
  reply: { 200: Finding },
});
export const updateFinding = endpoint({
  method: 'PATCH',
  path: '/api/knowledge/findings/:id',
  operation: 'updateFinding',
  summary: 'Acknowledge, dismiss or reopen a finding',
  tag,
  params: IdParams,
  body: Strict({ state: Type.Optional(Type.Enum(findingStates)) }),
  reply: { 200: Finding },
});
