import type { Desk } from '../../../../platform/desk.ts';
import { inScope, type OrganizationScope } from '../../../../platform/database/transaction.ts';
import { lockDocument } from '../../versions/documents.store.ts';
import { roomLeft } from '../../versions/source-files.ts';
import type { DriveAccess } from '../client/access.ts';
import { readIfThere } from '../client/list-files.ts';
import { refetch } from '../connection/source-state.actions.ts';
import { filesWithoutRoom } from './files.store.ts';

/** Reads the files for which there was no room, as far as there is room for them now. */
export async function takeFilesWithoutRoom(desk: Desk, scope: OrganizationScope, access: DriveAccess): Promise<void> {
  const { files, left } = await inScope(desk.db, scope, async (tx) => ({
    files: await filesWithoutRoom(tx, scope),
    left: await roomLeft(desk, tx, scope),
  }));
  let room = left;
  for (const { file_id, document_id } of files) {
    const item = await readIfThere(access, file_id);
    // The size of a document in the drive's own format is known when it has been exported.
    const bytes = item?.bytes ?? 1;
    if (!item || item.trashed || bytes > room) continue;
    room -= bytes;
    await inScope(desk.db, scope, async (tx) => {
      const document = await lockDocument(tx, scope, document_id);
      if (document?.status === 'failed' && document.error_code === 'storage_full') await refetch(desk, tx, document);
    });
  }
}
