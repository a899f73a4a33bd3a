import type { DocumentStatus, SourceKind } from '@desk/contract/documents';
import type { Audience } from '@desk/contract/knowledge';
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Tables, Tx } from '../../../platform/database/database.ts';
import type { OrganizationScope } from '../../../platform/database/transaction.ts';
import '../drive.tables.ts';
import '../knowledge.tables.ts';

export type DocumentRow = Selectable<Tables['document']>;

/** A document with its collection, its active (or else newest) version, and a flag that tells if search can find it now. */
export type ShownDocument = NonNullable<Awaited<ReturnType<typeof findDocument>>>;

export interface DocumentFilter {
  collection_id?: string | undefined;
  status?: DocumentStatus | undefined;
  retrievable?: boolean | undefined;
  source?: SourceKind | undefined;
  audience?: Audience | undefined;
  q?: string | undefined;
}

/** True if most probe questions found document `d` of collection `c`, and it may be shown at `now`. */
export const retrievableAt = (now: Date) =>
  sql<boolean>`(d.active_version is not null and d.enabled and c.enabled and (d.expires_at is null or d.expires_at > ${now})
    and (d.serves_until is null or d.serves_until > ${now})
    and d.probes_total > 0 and d.probes_passed * 2 > d.probes_total)`;

function shown(tx: Tx, scope: OrganizationScope, now: Date) {
  return tx
    .selectFrom('document as d')
    .innerJoin('collection as c', (join) =>
      join.onRef('c.organization_id', '=', 'd.organization_id').onRef('c.id', '=', 'd.collection_id'),
    )
    .innerJoin('document_version as v', (join) =>
      join
        .onRef('v.organization_id', '=', 'd.organization_id')
        .onRef('v.document_id', '=', 'd.id')
        .on('v.version', '=', sql<number>`coalesce(d.active_version, d.latest_version)`),
    )
    .leftJoin('drive_file as f', (join) =>
      join.onRef('f.organization_id', '=', 'd.organization_id').onRef('f.document_id', '=', 'd.id'),
    )
    .selectAll('d')
    .select([
      'v.file_name',
      'v.media_type',
      'v.bytes',
      'v.content_hash',
      'v.blob_key',
      'v.ingested_at as serving_since',
      'f.file_id',
      'c.enabled as collection_enabled',
      'c.audience',
    ])
    .select(retrievableAt(now).as('retrievable'))
    .where('d.organization_id', '=', scope.organizationId);
}

export const findDocument = (tx: Tx, scope: OrganizationScope, id: string, now: Date) =>
  shown(tx, scope, now).where('d.id', '=', id).executeTakeFirst();

/**
 * Oldest first; reads one row more than `limit` to find out if there is a next page. A subquery selects the page before the
 * joins: PostgreSQL believes that the join with versions is so selective that it would sort all documents for each page.
 */
export const documentsAfter = (
  tx: Tx,
  scope: OrganizationScope,
  filter: DocumentFilter,
  page: { after: string | null; limit: number; now: Date },
) =>
  shown(tx, scope, page.now)
    .where('d.id', 'in', pageOfIds(tx, scope, filter, page))
    .orderBy('d.id')
    .execute();

function pageOfIds(
  tx: Tx,
  scope: OrganizationScope,
  filter: DocumentFilter,
  page: { after: string | null; limit: number; now: Date },
) {
  let rows = tx
    .selectFrom('document as d')
    .innerJoin('collection as c', (join) =>
      join.onRef('c.organization_id', '=', 'd.organization_id').onRef('c.id', '=', 'd.collection_id'),
    )
    .select('d.id')
    .where('d.organization_id', '=', scope.organizationId)
    .orderBy('d.id')
    .limit(page.limit + 1);
  if (page.after !== null) rows = rows.where('d.id', '>', page.after);
  if (filter.collection_id) rows = rows.where('d.collection_id', '=', filter.collection_id);
  if (filter.status) rows = rows.where('d.status', '=', filter.status);
  if (filter.audience) rows = rows.where('c.audience', '=', filter.audience);
  if (filter.source) rows = rows.where('d.source_kind', '=', filter.source);
  if (filter.retrievable !== undefined)
    rows = rows.where(sql<boolean>`${retrievableAt(page.now)} = ${filter.retrievable}`);
  const words = filter.q?.trim();
  if (words) rows = rows.where('d.title', 'ilike', `%${words.replace(/[\\%_]/g, '\\$&')}%`);
  return rows;
}

const lockedRows = (tx: Tx, scope: OrganizationScope) =>
  tx.selectFrom('document').selectAll().where('organization_id', '=', scope.organizationId).forUpdate();

/** The sweeper queues a lost job again after this time. */
export const queuedFor = sql<Date>`clock_timestamp() + interval '10 minutes'`;

/** Every transaction that changes a document takes this lock first. */
export const lockDocument = (tx: Tx, scope: OrganizationScope, id: string) =>
  lockedRows(tx, scope).where('id', '=', id).executeTakeFirst();

export const lockByExternalId = (tx: Tx, scope: OrganizationScope, externalId: string) =>
  lockedRows(tx, scope).where('external_id', '=', externalId).executeTakeFirst();

/** Returns undefined if another document already has the external id. */
export const insertDocument = (tx: Tx, row: Insertable<Tables['document']>) =>
  tx
    .insertInto('document')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'external_id']).where('external_id', 'is not', null).doNothing(),
    )
    .returningAll()
    .executeTakeFirst();

export type DocumentChange = Omit<Updateable<Tables['document']>, 'organization_id' | 'id' | 'version'>;

export const saveDocument = (tx: Tx, row: DocumentRow, change: Updateable<Tables['document']>) =>
  tx
    .updateTable('document')
    .set(change)
    .where('organization_id', '=', row.organization_id)
    .where('id', '=', row.id)
    .execute();

/** Saves a change by a person: increments the version that If-Match compares. */
export const editDocument = (tx: Tx, row: DocumentRow, change: DocumentChange) =>
  saveDocument(tx, row, { ...change, version: row.version + 1 });

export async function removeDocument(tx: Tx, row: DocumentRow, revision: number): Promise<void> {
  const { organization_id, id } = row;
  await tx.deleteFrom('document').where('organization_id', '=', organization_id).where('id', '=', id).execute();
  await tx.insertInto('removed_document').values({ organization_id, document_id: id, revision }).execute();
}
