import type { Analysis, readKnowledgeAnalysis } from '@desk/contract/analysis';
import type { QueryOf } from '@desk/contract/endpoint';
import type { Tx } from '../platform/database.ts';
import type { Desk } from '../platform/desk.ts';
import { notFound } from '../platform/errors.ts';
import { inScope, type OrganizationScope } from '../platform/transaction.ts';
import { readinessOf } from './analysis.logic.ts';
import {
  analysedDocuments,
  countByStatus,
  countCollections,
  healthTrend,
  type AnalysedDocument,
  type StatusCount,
} from './analysis.store.ts';
import { findCollection } from './collections.store.ts';
import { embeddingProgress } from './embedding-work.store.ts';
import { examineKnowledge } from './findings/examine.actions.ts';
import { lastRun } from './findings/examination.store.ts';
import { withPlaces } from './findings/findings.actions.ts';
import { gravestFindings } from './findings/findings.store.ts';
import { promiseExamination } from './findings/promise.actions.ts';
import { measureHealth } from './health.actions.ts';
import { proveAgain } from './probes.actions.ts';
import { knowledgeRevision } from './revision.store.ts';
import { suiteCoverageOf } from './suite-coverage.logic.ts';
import { readGaps, readUsage } from './use/report.actions.ts';

const refreshFor = 2_000;
const mostDocuments = 5_000;
const mostFindings = 200;
const trendDays = 90;

/**
 * Counts and readiness are live; findings and gaps are those of the last examination, which is promised when the knowledge
 * has changed since or an hour has passed. What is not measured yet is null, never a guess.
 */
export async function analyse(
  desk: Desk,
  scope: OrganizationScope,
  query: QueryOf<typeof readKnowledgeAnalysis>,
): Promise<Analysis> {
  if (query.refresh) await proveAgain(desk, scope, refreshFor);
  if (query.refresh) await examineKnowledge(desk, scope, refreshFor);
  const now = desk.clock.now();
  return inScope(desk.db, scope, async (tx) => {
    const { collection_id } = query;
    if (collection_id && !(await findCollection(tx, scope, collection_id))) throw notFound();
    const revision = await knowledgeRevision(tx, scope);
    await promiseWhenOld(desk, tx, scope, revision);
    const documents = await analysedDocuments(tx, scope, collection_id, { now, limit: mostDocuments });
    const findings = await gravestFindings(tx, scope, { collection_id }, mostFindings);
    const usage = await readUsage(tx, scope, documents);
    return {
      generated_at: now.toISOString(),
      revision,
      health: { ...(await measureHealth(tx, scope, documents, now)), trend: await trendOf(tx, scope) },
      totals: await totalsOf(tx, scope, collection_id, documents),
      readiness: documents.map((row) => readinessOf(row, now)),
      findings: await withPlaces(tx, scope, findings),
      gaps: await readGaps(tx, scope),
      usage,
      suite_coverage: suiteCoverageOf(documents, usage),
      embedding: await embeddingOf(desk, tx, scope),
    };
  });
}

const hour = 3_600_000;

async function promiseWhenOld(desk: Desk, tx: Tx, scope: OrganizationScope, revision: number): Promise<void> {
  const run = await lastRun(tx, scope);
  const old = run ? desk.clock.now().getTime() - run.examined_at.getTime() > hour : revision > 0;
  if (old || (run && run.revision !== revision)) await promiseExamination(desk, tx, scope);
}

async function trendOf(tx: Tx, scope: OrganizationScope): Promise<Analysis['health']['trend']> {
  const days = await healthTrend(tx, scope, trendDays);
  return days.map(({ day, score }) => ({ at: `${day}T00:00:00.000Z`, score: Math.round(score * 1000) / 1000 }));
}

async function totalsOf(
  tx: Tx,
  scope: OrganizationScope,
  collectionId: string | undefined,
  documents: readonly AnalysedDocument[],
): Promise<Analysis['totals']> {
  const { collections } = await countCollections(tx, scope, collectionId);
  const counted = countedOf(await countByStatus(tx, scope, collectionId));
  return { collections, ...counted, retrievable: documents.filter(({ retrievable }) => retrievable).length };
}

async function embeddingOf({ embedder }: Desk, tx: Tx, scope: OrganizationScope): Promise<Analysis['embedding']> {
  if (!embedder) return { provider: 'off', model: null, dimensions: null, reindex: null };
  const { provider, model, dimensions } = embedder;
  const { done, total } = await embeddingProgress(tx, scope, model);
  return { provider, model, dimensions, reindex: done < total ? { done, total } : null };
}

function countedOf(counts: readonly StatusCount[]) {
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
