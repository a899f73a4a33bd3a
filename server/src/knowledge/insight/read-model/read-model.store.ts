import type { Audience } from '@desk/contract/knowledge';
import { sql } from 'kysely';
import { millisecondsOf, readColumnar } from '../../../platform/database/columnar-read.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { OrganizationScope } from '../../../platform/database/transaction.ts';
import { judgedTypes } from '../health/health.logic.ts';
import '../../library/knowledge.tables.ts';

export type ReadModelDocument = Awaited<ReturnType<typeof readModelDocuments>>[number];

const facts = [
  'id',
  'collection_id',
  'title',
  'status',
  'error_code',
  'enabled',
  'active_version',
  'probes_passed',
] as const;
const moreFacts = ['probes_total', 'chunk_count', 'embedded_version', 'embedded_model'] as const;
const moments = ['expires_at', 'serves_until', 'ingested_at'] as const;

/**
 * Oldest first: all documents, or those of these ids that exist. A new column here must be added to the trigger of 0028
 * too.
 */
export async function readModelDocuments(tx: Tx, scope: OrganizationScope, ids?: readonly string[]) {
  const all = tx
    .selectFrom('document')
    .select([...facts, ...moreFacts])
    .select(moments.map((name) => millisecondsOf<number | null>(sql.ref(name)).as(name)))
    .select(sql<string | null>`coalesce(language_given, language)`.as('language'))
    .where('organization_id', '=', scope.organizationId)
    .orderBy('id');
  const some = ids ? all.where(sql<boolean>`id = any(${ids}::uuid[])`) : all;
  const rows = await readColumnar(tx, some, [...facts, ...moreFacts, ...moments, 'language']);
  return rows.map((row) => ({
    ...row,
    expires_at: asDate(row.expires_at),
    serves_until: asDate(row.serves_until),
    ingested_at: asDate(row.ingested_at),
    // Placeholders: the report sets these from the collection and the clock.
    collection_enabled: false,
    audience: 'customers' as Audience,
    retrievable: false,
  }));
}

const asDate = (milliseconds: number | null) => (milliseconds === null ? null : new Date(milliseconds));

/** Findings that count against health and are not dismissed, with their documents: all, or those of these ids. */
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
  const some = ids ? rows.where(sql<boolean>`f.id = any(${ids}::uuid[])`) : rows;
  return readColumnar(tx, some, ['id', 'type', 'documentIds']);
}

/** The knowledge revision, and the time and revision of the last examination, which is null before the first. */
export const examinationState = async (tx: Tx, { organizationId }: OrganizationScope) => {
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

/** The ids of the documents at these addresses, by address. */
export async function documentsAt(
  tx: Tx,
  scope: OrganizationScope,
  addresses: readonly string[],
): Promise<Map<string, string>> {
  if (addresses.length === 0) return new Map();
  const rows = await tx
    .selectFrom('document')
    .select(['id', 'source_url'])
    .where('organization_id', '=', scope.organizationId)
    .where(sql<boolean>`source_url = any(${addresses}::text[])`)
    .execute();
  return new Map(rows.map(({ id, source_url }) => [source_url ?? '', id]));
}
