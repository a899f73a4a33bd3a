import { sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';
import type { OrganizationScope } from '../../platform/transaction.ts';
import { judgedTypes } from '../analysis.logic.ts';
import '../knowledge.tables.ts';

export type PicturedDocument = Awaited<ReturnType<typeof picturedDocuments>>[number];

/** Oldest first; all, or those of these ids that are there. A column more is one more in the trigger of 0028. */
export function picturedDocuments(tx: Tx, scope: OrganizationScope, ids?: readonly string[]) {
  const rows = tx
    .selectFrom('document')
    .select(['id', 'collection_id', 'title', 'status', 'error_code', 'enabled', 'expires_at', 'serves_until'])
    .select(['ingested_at', 'active_version', 'probes_passed', 'probes_total', 'chunk_count'])
    .select(['embedded_version', 'embedded_model'])
    .select(sql<string | null>`coalesce(language_given, language)`.as('language'))
    // Not known here: by the collection and the clock, whoever makes a report says it.
    .select([sql<boolean>`false`.as('collection_enabled'), sql<boolean>`false`.as('retrievable')])
    .where('organization_id', '=', scope.organizationId)
    .orderBy('id');
  return (ids ? rows.where(sql<boolean>`id = any(${ids}::uuid[])`) : rows).execute();
}

/** Findings that count against health, with their documents; all, or those of these ids that are there and not dismissed. */
export function troubles(tx: Tx, scope: OrganizationScope, ids?: readonly string[]) {
  const rows = tx
    .selectFrom('finding as f')
    .innerJoin('finding_document as p', (join) =>
      join.onRef('p.organization_id', '=', 'f.organization_id').onRef('p.finding_id', '=', 'f.id'),
    )
    .select(['f.id', 'f.type', sql<string[]>`array_agg(p.document_id::text)`.as('documentIds')])
    .where('f.organization_id', '=', scope.organizationId)
    .where('f.gone_at', 'is', null)
    .where('f.state', '<>', 'dismissed')
    .where('f.type', 'in', judgedTypes)
    .groupBy(['f.id', 'f.type']);
  return (ids ? rows.where(sql<boolean>`f.id = any(${ids}::uuid[])`) : rows).execute();
}

/** The state of the knowledge, and when and in which state it was last examined; null before the first time. */
export const standOf = async (tx: Tx, { organizationId }: OrganizationScope) => {
  const { rows } = await sql<{ revision: number; examined_revision: number | null; examined_at: Date | null }>`
    select coalesce((select revision from knowledge_revision where organization_id = ${organizationId}), 0)::bigint as revision,
      e.revision as examined_revision, e.examined_at
    from (select) one left join knowledge_examination e on e.organization_id = ${organizationId} and e.revision >= 0`.execute(
    tx,
  );
  const [row] = rows;
  const examined = row?.examined_at ? { revision: row.examined_revision ?? 0, at: row.examined_at } : null;
  return { revision: row?.revision ?? 0, examined };
};
