import { sql, type Insertable } from 'kysely';
import type { Db, Tables, Tx } from '../../../platform/database/database.ts';
import type { OrganizationScope } from '../../../platform/database/transaction.ts';
import '../knowledge.tables.ts';

/** Also of `recorded_passage`, which keeps passages that were cited. */
export const passageColumns = [
  'id',
  'document_id',
  'version',
  'position',
  'heading_path',
  'text',
  'start_offset',
  'end_offset',
  'page',
] as const;

const chunksOf = (tx: Tx, scope: OrganizationScope, documentId: string, version: number) =>
  tx
    .selectFrom('chunk')
    .select(passageColumns)
    .where('organization_id', '=', scope.organizationId)
    .where('document_id', '=', documentId)
    .where('version', '=', version)
    .orderBy('position');

export type ChunkRow = Awaited<ReturnType<typeof chunksAt>>[number];

/** Returns the existing chunks at these positions. */
export const chunksAt = (
  tx: Tx,
  scope: OrganizationScope,
  { documentId, version }: { documentId: string; version: number },
  positions: readonly number[],
) =>
  chunksOf(tx, scope, documentId, version)
    .where(sql<boolean>`position = any(${[...positions]}::int[])`)
    .execute();

/** In document order; reads one row more than `limit` to find out if there is a next page. */
export function chunksAfter(
  tx: Tx,
  scope: OrganizationScope,
  key: { documentId: string; version: number },
  page: { after: number | null; limit: number },
) {
  const rows = chunksOf(tx, scope, key.documentId, key.version).limit(page.limit + 1);
  return (page.after === null ? rows : rows.where('position', '>', page.after)).execute();
}

/** The passages with the details of their documents that an answer shows. */
export const passagesById = (tx: Tx, scope: OrganizationScope, ids: readonly string[]) =>
  tx
    .selectFrom('chunk as k')
    .innerJoin('document as d', (join) =>
      join.onRef('d.organization_id', '=', 'k.organization_id').onRef('d.id', '=', 'k.document_id'),
    )
    .innerJoin('collection as c', (join) =>
      join.onRef('c.organization_id', '=', 'd.organization_id').onRef('c.id', '=', 'd.collection_id'),
    )
    .select([
      'k.id',
      'k.document_id',
      'k.version',
      'k.heading_path',
      'k.text',
      'd.title',
      'd.source_url',
      'd.ingested_at',
    ])
    .select(['c.id as collection_id', 'c.name as collection_name'])
    .where('k.organization_id', '=', scope.organizationId)
    .where('k.id', 'in', [...ids])
    .execute();
export type PassageRow = Awaited<ReturnType<typeof passagesById>>[number];

/**
 * Like `passagesById`, in one statement that commits by itself (0099), because every question needs it. PostgreSQL plans a named
 * statement once for each connection; PGlite confuses named statements after an error.
 */
export async function passagesOf(db: Db, scope: OrganizationScope, ids: readonly string[]): Promise<PassageRow[]> {
  const { rows } = await db.pool.query<PassageRow>({
    ...(db.engine === 'postgres' ? { name: 'passages-of' } : {}),
    text: 'select * from passages_of($1, $2)',
    values: [scope.organizationId, [...ids]],
  });
  return rows;
}

export const insertChunks = (tx: Tx, rows: Insertable<Tables['chunk']>[]) =>
  tx.insertInto('chunk').values(rows).execute();

const drop = (tx: Tx, scope: OrganizationScope, documentId: string) =>
  tx.deleteFrom('chunk').where('organization_id', '=', scope.organizationId).where('document_id', '=', documentId);

export const dropChunksOf = (tx: Tx, scope: OrganizationScope, documentId: string, version: number) =>
  drop(tx, scope, documentId).where('version', '=', version).execute();

/** Deletes the chunks of all other versions, at most `limit`. Returns the number of deleted chunks. */
export async function dropSomeChunks(
  tx: Tx,
  scope: OrganizationScope,
  documentId: string,
  { except, limit }: { except: number | null; limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from chunk where organization_id = ${scope.organizationId} and id in (
      select id from chunk where organization_id = ${scope.organizationId} and document_id = ${documentId}
        and version is distinct from ${except} limit ${limit})`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

export const dropChunksExcept = (tx: Tx, scope: OrganizationScope, documentId: string, kept: readonly number[]) =>
  drop(tx, scope, documentId).where('version', 'not in', kept).execute();
