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
  /** Why retrieval cannot find it; null when it can. */
  why: Nullable(Sentence),
});
export type Readiness = Static<typeof Readiness>;

/** A group of similar questions that went to people for missing knowledge or low confidence in the last 90 days. */
export const Gap = Type.Object({
  id: Id,
  label: Type.String(),
  questions: Type.Integer(),
  customers: Type.Integer(),
  /** The newest questions, in the customers' words. */
  examples: Type.Array(Type.String()),
  /** The confidence of the best answer; 0 when nothing relevant was found. */
  best_score: Type.Number({ minimum: 0, maximum: 1 }),
  last_asked_at: Timestamp,
  /** The newest decisions that handed over such a question, at most five. Their records lead to the conversations. */
  decision_ids: Type.Array(Id),
});
export type Gap = Static<typeof Gap>;

const documentNamed = { document_id: Id, title: Type.String() };
/** Over the last 90 days. */
export const Usage = Type.Object({
  most_cited: Type.Array(Type.Object({ ...documentNamed, answers: Type.Integer(), last_cited_at: Timestamp })),
  never_cited: Type.Array(Type.Object(documentNamed)),
  /** Documents that were cited in conversations that people had to take over. */
  cited_in_escalated: Type.Array(Type.Object({ ...documentNamed, conversations: Type.Integer() })),
});
export type Usage = Static<typeof Usage>;

/** A null component has not been measured; the score covers the measured ones. */
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
    /** One score a day of the last 90 days, oldest first, for the whole organization. */
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
  /** Oldest first, at most 5,000; those that cannot be retrieved take precedence. `totals` counts all. */
  readiness: Type.Array(Readiness),
  /** The 200 most severe; another operation lists all. */
  findings: Type.Array(Finding),
  /** False while an examination is due, which brings the findings up to date in the background. */
  findings_current: Type.Boolean(),
  gaps: Type.Array(Gap),
  usage: Usage,
  suite_coverage: Type.Object({
    /** Retrievable documents that no case expects: the first 100, the most used first. */
    documents_without_case: Type.Array(Type.Object(documentNamed)),
    documents_without_case_total: Type.Integer(),
    /** Enabled cases that expect documents, none of which can be found. */
    cases_without_source: Type.Array(Type.Object({ case_id: Type.String(), name: Type.String() })),
  }),
  embedding: Type.Object({
    provider: Type.String(),
    model: Nullable(Type.String()),
    dimensions: Nullable(Type.Integer()),
    /** The number of active documents (`total`) and of those whose passages all have vectors (`done`); null when none is missing. */
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
