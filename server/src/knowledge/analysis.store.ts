import type { DocumentStatus } from '@desk/contract/documents';
import { sql } from 'kysely';
import type { Tx } from '../platform/database.ts';
import type { OrganizationScope } from '../platform/transaction.ts';
import { retrievableAt } from './documents.store.ts';
import './knowledge.tables.ts';

export type AnalysedDocument = Awaited<ReturnType<typeof analysedDocuments>>[number];

/** Oldest first. Only what is judged by: of thousands, all columns and versions would be most of the work. */
export function analysedDocuments(
  tx: Tx,
  scope: OrganizationScope,
  collectionId: string | undefined,
  { now, limit }: { now: Date; limit: number },
) {
  const rows = tx
    .selectFrom('document as d')
    .innerJoin('collection as c', (join) =>
      join.onRef('c.organization_id', '=', 'd.organization_id').onRef('c.id', '=', 'd.collection_id'),
    )
    .select([
      'd.id',
      'd.title',
      'd.status',
      'd.error_code',
      'd.enabled',
      'd.expires_at',
      'd.serves_until',
      'd.ingested_at',
    ])
    .select(['d.active_version', 'd.probes_passed', 'd.probes_total', 'c.enabled as collection_enabled'])
    .select(retrievableAt(now).as('retrievable'))
    .where('d.organization_id', '=', scope.organizationId)
    .orderBy('d.id')
    .limit(limit);
  return (collectionId ? rows.where('d.collection_id', '=', collectionId) : rows).execute();
}

/** One score for each day; the last of a day stays. */
export const saveHealth = (tx: Tx, scope: OrganizationScope, score: number, now: Date) =>
  tx
    .insertInto('knowledge_health')
    .values({ organization_id: scope.organizationId, day: now.toISOString().slice(0, 10), score })
    .onConflict((conflict) => conflict.columns(['organization_id', 'day']).doUpdateSet({ score }))
    .execute();

/** Of so many days, oldest first. */
export const healthTrend = async (tx: Tx, scope: OrganizationScope, days: number) => {
  const rows = await tx
    .selectFrom('knowledge_health')
    .select([sql<string>`day::text`.as('day'), sql<number>`score::float8`.as('score')])
    .where('organization_id', '=', scope.organizationId)
    .orderBy('day', 'desc')
    .limit(days)
    .execute();
  return rows.reverse();
};

export interface StatusCount {
  status: DocumentStatus;
  language: string | null;
  documents: number;
  chunks: number;
}

export const countCollections = (tx: Tx, scope: OrganizationScope, collectionId: string | undefined) => {
  const rows = tx
    .selectFrom('collection')
    .select(sql<number>`count(*)::int`.as('collections'))
    .where('organization_id', '=', scope.organizationId);
  return (collectionId ? rows.where('id', '=', collectionId) : rows).executeTakeFirstOrThrow();
};

export const countByStatus = (
  tx: Tx,
  scope: OrganizationScope,
  collectionId: string | undefined,
): Promise<StatusCount[]> => {
  const rows = tx
    .selectFrom('document')
    .select(['status', sql<string | null>`coalesce(language_given, language)`.as('language')])
    .select([sql<number>`count(*)::int`.as('documents'), sql<number>`coalesce(sum(chunk_count), 0)::int`.as('chunks')])
    .where('organization_id', '=', scope.organizationId)
    .groupBy(['status', sql`coalesce(language_given, language)`]);
  return (collectionId ? rows.where('collection_id', '=', collectionId) : rows).execute();
};
