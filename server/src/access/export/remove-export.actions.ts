import type { Desk } from '../../platform/desk.ts';
import { BlobStoreUnavailable } from '../../platform/blobs/blobs.ts';
import { errorCode } from '../../platform/database/database.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import { deleteExportRow } from './export.store.ts';

/** The prefix of the files that all attempts to write this archive have stored. */
export const folderOf = ({ organizationId }: OrganizationScope, id: string): string =>
  `exports/${organizationId}/${id}`;

/** Removes the file of an expired archive, and then its row. If the file cannot be removed now, the row stays. */
export async function removeExport(desk: Desk, scope: OrganizationScope, id: string): Promise<void> {
  try {
    await desk.blobs.removeAll(folderOf(scope, id));
  } catch (error) {
    const code = error instanceof BlobStoreUnavailable ? error.code : errorCode(error);
    desk.log.warn({ export: id, code }, 'an archive could not be removed');
    return;
  }
  await inScope(desk.db, scope, (tx) => deleteExportRow(tx, scope, id));
}
