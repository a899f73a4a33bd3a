import Type, { type Static } from 'typebox';
import { documentStatuses } from './documents.ts';
import { endpoint } from './endpoint.ts';
import { Finding } from './findings.ts';
import { Id, Nullable, Strict, Timestamp, Sentence } from './http.ts';

const tag = 'Knowledge';

const Score = Nullable(Type.Number({ minimum: 0, maximum: 1 }));

export const Readiness = Type.Object({
  document_id: Id,
  title: Type.String(),
  status: Type.Enum(documentStatuses),
  retrievable: Type.Boolean(),
  probes: Type.Object({ passed: Type.Integer(), total: Type.Integer() }),
  /** Why it cannot be retrieved; null when it can. */
  why: Nullable(Sentence),
});
export type Readiness = Static<typeof Readiness>;

/** Questions that ask the same and went to people for missing knowledge or low confidence, in the last 90 days. */
export const Gap = Type.Object({
  id: Id,
  label: Type.String(),
  questions: Type.Integer(),
  customers: Type.Integer(),
  /** The newest, in the customers' words. */
  examples: Type.Array(Type.String()),
  /** The confidence of the best answer there was; 0 when nothing relevant was found. */
  best_score: Type.Number({ minimum: 0, maximum: 1 }),
  last_asked_at: Timestamp,
  /** The newest decisions that passed such a question on, at most five: their records lead to the conversations. */
  decision_ids: Type.Array(Id),
});
export type Gap = Static<typeof Gap>;

const documentNamed = { document_id: Id, title: Type.String() };
/** Over the last 90 days. */
export const Usage = Type.Object({
  most_cited: Type.Array(Type.Object({ ...documentNamed, answers: Type.Integer(), last_cited_at: Timestamp })),
  never_cited: Type.Array(Type.Object(documentNamed)),
  /** Cited in conversations that people had to take over. */
  cited_in_escalated: Type.Array(Type.Object({ ...documentNamed, conversations: Type.Integer() })),
});
export type Usage = Static<typeof Usage>;

/** A component that is null has not been measured; the score is taken over those that have. */
export const Analysis = Type.Object({
  generated_at: Timestamp,
  revision: Type.Integer(),
  health: Type.Object({
    score: Score,
    components: Type.Object({
      readiness: Score,
      freshness: Score,
      consistency: Score,
      coverage: Score,
      hygiene: Score,
    }),
    /** One score a day, oldest first, of the last 90 days; of the whole organization. */
    trend: Type.Array(Type.Object({ at: Timestamp, score: Type.Number() })),
  }),
  totals: Type.Object({
    collections: Type.Integer(),
    documents: Type.Integer(),
    by_status: Type.Record(Type.String(), Type.Integer()),
    retrievable: Type.Integer(),
    chunks: Type.Integer(),
    by_language: Type.Record(Type.String(), Type.Integer()),
  }),
  /** Oldest first, at most 5,000: of more, those that cannot be retrieved are kept. `totals` counts all. */
  readiness: Type.Array(Readiness),
  /** The gravest 200; all of them are a list of their own. */
  findings: Type.Array(Finding),
  gaps: Type.Array(Gap),
  usage: Usage,
  suite_coverage: Type.Object({
    /** Documents that can be found and that no case expects: the first 100, those that answer most first. */
    documents_without_case: Type.Array(Type.Object(documentNamed)),
    documents_without_case_total: Type.Integer(),
    /** Cases that are on and expect documents, none of which can be found. */
    cases_without_source: Type.Array(Type.Object({ case_id: Type.String(), name: Type.String() })),
  }),
  embedding: Type.Object({
    provider: Type.String(),
    model: Nullable(Type.String()),
    dimensions: Nullable(Type.Integer()),
    /** Documents that serve, and those of them whose passages have their vectors; null when none is missing. */
    reindex: Nullable(Type.Object({ done: Type.Integer(), total: Type.Integer() })),
  }),
});
export type Analysis = Static<typeof Analysis>;

export const readKnowledgeAnalysis = endpoint({
  method: 'GET',
  path: '/api/knowledge/analysis',
  operation: 'readKnowledgeAnalysis',
  summary: 'How healthy the knowledge is',
  tag,
  query: Strict({ collection_id: Type.Optional(Id), refresh: Type.Optional(Type.Boolean()) }),
  reply: { 200: Analysis },
});
