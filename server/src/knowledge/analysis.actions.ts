import type { Analysis, readKnowledgeAnalysis } from '@desk/contract/analysis';
import type { QueryOf } from '@desk/contract/endpoint';
import type { Tx } from '../platform/database.ts';
import type { Desk } from '../platform/desk.ts';
import { notFound } from '../platform/errors.ts';
import { inScope, type OrganizationScope } from '../platform/transaction.ts';
import { healthOf, readinessOf, readinessScore } from './analysis.logic.ts';
import { countByStatus, countCollections, type StatusCount } from './analysis.store.ts';
import { findCollection } from './collections.store.ts';
import { documentsAfter } from './documents.store.ts';
import { embeddingProgress } from './embedding-work.store.ts';
import { proveAgain } from './probes.actions.ts';
import { knowledgeRevision } from './revision.store.ts';

const refreshFor = 2_000;
const mostDocuments = 5_000;

/** Counts and readiness are live; what is not measured yet is null or empty, never a guess. */
export async function analyse(
  desk: Desk,
  scope: OrganizationScope,
  query: QueryOf<typeof readKnowledgeAnalysis>,
): Promise<Analysis> {
  if (query.refresh) await proveAgain(desk, scope, refreshFor);
  const now = desk.clock.now();
  const { collection_id } = query;
  const read = await inScope(desk.db, scope, async (tx) => {
    if (collection_id && !(await findCollection(tx, scope, collection_id))) throw notFound();
    return {
      revision: await knowledgeRevision(tx, scope),
      ...(await countCollections(tx, scope, collection_id)),
      counts: await countByStatus(tx, scope, collection_id),
      documents: await documentsAfter(tx, scope, { collection_id }, { after: null, limit: mostDocuments, now }),
      embedding: await embeddingOf(desk, tx, scope),
    };
  });
  const readiness = read.documents.map((row) => readinessOf(row, now));
  const totals = totalsOf(read.counts);
  return {
    generated_at: now.toISOString(),
    revision: read.revision,
    health: healthOf({ ...unmeasured.components, readiness: readinessScore(read.documents, now) }),
    totals: {
      collections: read.collections,
      ...totals,
      retrievable: readiness.filter((each) => each.retrievable).length,
    },
    readiness,
    ...unmeasured.parts,
    embedding: read.embedding,
  };
}

const unmeasured = {
  components: { freshness: null, consistency: null, coverage: null, hygiene: null },
  parts: {
    findings: [],
    gaps: [],
    usage: { most_cited: [], never_cited: [], cited_in_escalated: [] },
    suite_coverage: { documents_without_case: [], cases_without_source: [] },
  },
};

async function embeddingOf({ embedder }: Desk, tx: Tx, scope: OrganizationScope): Promise<Analysis['embedding']> {
  if (!embedder) return { provider: 'off', model: null, dimensions: null, reindex: null };
  const { provider, model, dimensions } = embedder;
  const { done, total } = await embeddingProgress(tx, scope, model);
  return { provider, model, dimensions, reindex: done < total ? { done, total } : null };
}

function totalsOf(counts: readonly StatusCount[]) {
  const totals = {
    documents: 0,
    chunks: 0,
    by_status: {} as Record<string, number>,
    by_language: {} as Record<string, number>,
  };
  for (const { status, language, documents, chunks } of counts) {
    totals.documents += documents;
    totals.chunks += chunks;
    totals.by_status[status] = (totals.by_status[status] ?? 0) + documents;
    const spoken = language ?? 'unknown';
    totals.by_language[spoken] = (totals.by_language[spoken] ?? 0) + documents;
  }
  return totals;
}
