import type { Insertable, Selectable } from 'kysely';
import type { Tables, Tx } from '../../../../platform/database/database.ts';
import type { OrganizationScope } from '../../../../platform/database/transaction.ts';
import '../../drive.tables.ts';

export type FolderRow = Selectable<Tables['drive_folder']>;

export const watchedFolders = (tx: Tx, scope: OrganizationScope): Promise<FolderRow[]> =>
  tx
    .selectFrom('drive_folder')
    .selectAll()
    .where('organization_id', '=', scope.organizationId)
    .orderBy('added_at')
    .orderBy('folder_id')
    .execute();

/** Inserts the folder, or updates it if it is already watched. */
export const watchFolder = (tx: Tx, row: Insertable<Tables['drive_folder']>) =>
  tx
    .insertInto('drive_folder')
    .values(row)
    .onConflict((conflict) => {
      const { name, collection_id, recursive } = row;
      return conflict.columns(['organization_id', 'folder_id']).doUpdateSet({ name, collection_id, recursive });
    })
    .execute();

export const unwatchFolder = (tx: Tx, scope: OrganizationScope, folderId: string): Promise<FolderRow | undefined> =>
  tx
    .deleteFrom('drive_folder')
    .where('organization_id', '=', scope.organizationId)
    .where('folder_id', '=', folderId)
    .returningAll()
    .executeTakeFirst();

/** The page token of the next change, by id of the shared drive; the account's own drive has the empty id. */
export async function feedTokens(tx: Tx, scope: OrganizationScope): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('drive_feed')
    .select(['drive_id', 'page_token'])
    .where('organization_id', '=', scope.organizationId)
    .execute();
  return new Map(rows.map((row) => [row.drive_id, row.page_token]));
}

export const saveFeed = (tx: Tx, scope: OrganizationScope, driveId: string, token: string) =>
  tx
    .insertInto('drive_feed')
    .values({ organization_id: scope.organizationId, drive_id: driveId, page_token: token })
    .onConflict((conflict) => conflict.columns(['organization_id', 'drive_id']).doUpdateSet({ page_token: token }))
    .execute();

/** Needed when another account is connected: it sees other changes. */
export const forgetFeeds = (tx: Tx, scope: OrganizationScope) =>
  tx.deleteFrom('drive_feed').where('organization_id', '=', scope.organizationId).execute();

export const forgetFeed = (tx: Tx, scope: OrganizationScope, driveId: string) =>
  tx
    .deleteFrom('drive_feed')
    .where('organization_id', '=', scope.organizationId)
    .where('drive_id', '=', driveId)
    .execute();

/** The ids of all shared drives with a known file or a watched folder, and of the account's own drive. */
export async function drivesInUse(tx: Tx, scope: OrganizationScope): Promise<string[]> {
  const used = await tx
    .selectFrom('drive_file')
    .select('drive_id')
    .where('organization_id', '=', scope.organizationId)
    .union(tx.selectFrom('drive_folder').select('drive_id').where('organization_id', '=', scope.organizationId))
    .execute();
  return [...new Set(['', ...used.map((row) => row.drive_id)])];
}
