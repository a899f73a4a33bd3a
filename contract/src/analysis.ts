import Type, { type Static } from 'typebox';
import { documentStatuses } from './documents.ts';
import { endpoint } from './endpoint.ts';
import { Id, Nullable, Strict, Timestamp } from './http.ts';

const tag = 'Knowledge';

const Score = Nullable(Type.Number({ minimum: 0, maximum: 1 }));

export const Readiness = Type.Object({
  document_id: Id,
  title: Type.String(),
  status: Type.Enum(documentStatuses),
  retrievable: Type.Boolean(),
  probes: Type.Object({ passed: Type.Integer(), total: Type.Integer() }),
  /** Why it cannot be retrieved; null when it can. */
  why: Nullable(Type.String()),
});
export type Readiness = Static<typeof Readiness>;

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
  readiness: Type.Array(Readiness),
  findings: Type.Array(Type.Unknown()),
  gaps: Type.Array(Type.Unknown()),
  usage: Type.Object({
    most_cited: Type.Array(Type.Unknown()),
    never_cited: Type.Array(Type.Unknown()),
    cited_in_escalated: Type.Array(Type.Unknown()),
  }),
  suite_coverage: Type.Object({
    documents_without_case: Type.Array(Type.Unknown()),
    cases_without_source: Type.Array(Type.Unknown()),
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
