import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Tables, Tx } from '../../../../platform/database/database.ts';
import type { OrganizationScope } from '../../../../platform/database/transaction.ts';
import '../../drive.tables.ts';
import '../../knowledge.tables.ts';

export type DriveFileRow = Selectable<Tables['drive_file']>;
type DriveFileChange = Omit<Updateable<Tables['drive_file']>, 'organization_id' | 'document_id' | 'file_id'>;

const files = (tx: Tx, { organizationId }: OrganizationScope) =>
  tx.selectFrom('drive_file').selectAll().where('organization_id', '=', organizationId);

export const fileOfDocument = (tx: Tx, scope: OrganizationScope, documentId: string) =>
  files(tx, scope).where('document_id', '=', documentId).executeTakeFirst();

/** Returns the rows of those files that have a document. */
export const knownFiles = (tx: Tx, scope: OrganizationScope, fileIds: readonly string[]): Promise<DriveFileRow[]> =>
  fileIds.length === 0
    ? Promise.resolve([])
    : files(tx, scope)
        .where('file_id', 'in', [...fileIds])
        .execute();

/** Returns a page of all files, ordered by document. */
export function filesAfter(tx: Tx, scope: OrganizationScope, after: string | null, limit: number) {
  const rows = files(tx, scope).orderBy('document_id').limit(limit);
  return (after === null ? rows : rows.where('document_id', '>', after)).execute();
}

export const filesOfDrive = (tx: Tx, scope: OrganizationScope, driveId: string) =>
  files(tx, scope).where('drive_id', '=', driveId).execute();

/** Returns the files of the documents that failed because the organization had no room for them. */
export const filesWithoutRoom = (tx: Tx, scope: OrganizationScope): Promise<DriveFileRow[]> =>
  files(tx, scope)
    .where('document_id', 'in', (eb) =>
      eb
        .selectFrom('document')
        .select('id')
        .where('organization_id', '=', scope.organizationId)
        .where('status', '=', 'failed')
        .where('error_code', '=', 'storage_full'),
    )
    .orderBy('document_id')
    .execute();

export const insertFile = (tx: Tx, row: Insertable<Tables['drive_file']>) =>
  tx.insertInto('drive_file').values(row).execute();

export const saveFile = (tx: Tx, scope: OrganizationScope, documentId: string, change: DriveFileChange) =>
  tx
    .updateTable('drive_file')
    .set(change)
    .where('organization_id', '=', scope.organizationId)
    .where('document_id', '=', documentId)
    .execute();

/** Remembers the file of a deleted document, so that a watched folder does not add it again. */
export const rememberRemoved = (tx: Tx, { organizationId }: OrganizationScope, documentId: string) =>
  sql`insert into drive_removed (organization_id, file_id)
    select organization_id, file_id from drive_file where organization_id = ${organizationId} and document_id = ${documentId}
    on conflict do nothing`.execute(tx);

/** Called when a person adds the files again. */
export const forgetRemoved = async (tx: Tx, scope: OrganizationScope, fileIds: readonly string[]): Promise<void> => {
  if (fileIds.length === 0) return;
  await tx
    .deleteFrom('drive_removed')
    .where('organization_id', '=', scope.organizationId)
    .where('file_id', 'in', [...fileIds])
    .execute();
};

export async function removedAmong(tx: Tx, scope: OrganizationScope, fileIds: readonly string[]): Promise<Set<string>> {
  if (fileIds.length === 0) return new Set();
  const rows = await tx
    .selectFrom('drive_removed')
    .select('file_id')
    .where('organization_id', '=', scope.organizationId)
    .where('file_id', 'in', [...fileIds])
    .execute();
  return new Set(rows.map((row) => row.file_id));
}
