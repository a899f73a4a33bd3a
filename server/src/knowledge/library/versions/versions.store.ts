import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Tables, Tx } from '../../../platform/database/database.ts';
import type { OrganizationScope } from '../../../platform/database/transaction.ts';
import '../knowledge.tables.ts';

export type VersionRow = Selectable<Tables['document_version']>;

const versionsOf = (tx: Tx, scope: OrganizationScope, documentId: string) =>
  tx
    .selectFrom('document_version')
    .selectAll()
    .where('organization_id', '=', scope.organizationId)
    .where('document_id', '=', documentId);

export const findVersion = (tx: Tx, scope: OrganizationScope, documentId: string, version: number) =>
  versionsOf(tx, scope, documentId).where('version', '=', version).executeTakeFirst();

/** Newest first; reads one row more than `limit` to find out if there is a next page. */
export function versionsBefore(
  tx: Tx,
  scope: OrganizationScope,
  documentId: string,
  page: { before: number | null; limit: number },
) {
  const rows = versionsOf(tx, scope, documentId)
    .orderBy('version', 'desc')
    .limit(page.limit + 1);
  return (page.before === null ? rows : rows.where('version', '<', page.before)).execute();
}

/**
 * Total bytes of the source files that the organization keeps: of each document the active version's and those of the versions after
 * it. The others are deleted when a version becomes active, and several versions may have the same file.
 */
export async function storedBytes(tx: Tx, { organizationId }: OrganizationScope): Promise<number> {
  const { rows } = await sql<{ bytes: string | null }>`
    select sum(bytes) as bytes from (
      select distinct on (version.blob_key) version.bytes
      from document_version version join document on document.organization_id = version.organization_id
        and document.id = version.document_id and version.version >= coalesce(document.active_version, 0)
      where version.organization_id = ${organizationId}) kept`.execute(tx);
  return Number(rows[0]?.bytes ?? 0);
}

/** Only one transaction of an organization at a time may add to what is stored, until its end. */
export const lockStorage = (tx: Tx, { organizationId }: OrganizationScope) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`document storage ${organizationId}`}, 0))`.execute(tx);

export const insertVersion = (tx: Tx, row: Insertable<Tables['document_version']>) =>
  tx.insertInto('document_version').values(row).execute();

export const saveVersion = (
  tx: Tx,
  key: Pick<VersionRow, 'organization_id' | 'document_id' | 'version'>,
  change: Updateable<Tables['document_version']>,
) =>
  tx
    .updateTable('document_version')
    .set(change)
    .where('organization_id', '=', key.organization_id)
    .where('document_id', '=', key.document_id)
    .where('version', '=', key.version)
    .execute();

/** Deletes a version that was given up and needs no history. */
export const removeVersion = (tx: Tx, key: Pick<VersionRow, 'organization_id' | 'document_id' | 'version'>) =>
  tx
    .deleteFrom('document_version')
    .where('organization_id', '=', key.organization_id)
    .where('document_id', '=', key.document_id)
    .where('version', '=', key.version)
    .execute();

/** Returns the number of the newest version, or 0 if there is none. */
export async function newestVersion(tx: Tx, scope: OrganizationScope, documentId: string): Promise<number> {
  const rows = await versionsOf(tx, scope, documentId).clearSelect().select('version').execute();
  return Math.max(0, ...rows.map((row) => row.version));
}

/** Marks all active and building versions except `kept` as superseded. Deletes those that were never fetched. */
export async function supersedeOthers(
  tx: Tx,
  scope: OrganizationScope,
  documentId: string,
  kept: readonly number[],
): Promise<void> {
  await tx
    .deleteFrom('document_version')
    .where('organization_id', '=', scope.organizationId)
    .where('document_id', '=', documentId)
    .where('state', '=', 'building')
    .where('content_hash', 'is', null)
    .where('version', 'not in', kept)
    .execute();
  await tx
    .updateTable('document_version')
    .set({ state: 'superseded' })
    .where('organization_id', '=', scope.organizationId)
    .where('document_id', '=', documentId)
    .where('state', 'in', ['active', 'building'])
    .where('version', 'not in', kept)
    .execute();
}

/** Returns the distinct blob keys of all versions, without the key `kept`. */
export async function blobKeys(tx: Tx, scope: OrganizationScope, documentId: string, kept?: string): Promise<string[]> {
  const rows = await versionsOf(tx, scope, documentId).clearSelect().select('blob_key').distinct().execute();
  return rows.map((row) => row.blob_key).filter((key) => key !== kept);
}
