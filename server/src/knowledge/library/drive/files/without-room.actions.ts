import type { Desk } from '../../../../platform/desk.ts';
import { inScope, type OrganizationScope } from '../../../../platform/database/transaction.ts';
import { lockDocument } from '../../versions/documents.store.ts';
import { roomLeft } from '../../versions/source-files.ts';
import type { DriveAccess } from '../client/access.ts';
import { readIfThere } from '../client/list-files.ts';
import type { DriveItem } from '../client/payload.logic.ts';
import { isUnchanged } from '../client/reading.logic.ts';
import { refetch } from '../connection/source-state.actions.ts';
import { filesWithoutRoom, type DriveFileRow } from './files.store.ts';

/** Reads the files for which there was no room, as far as there is room for them now. */
export async function takeFilesWithoutRoom(desk: Desk, scope: OrganizationScope, access: DriveAccess): Promise<void> {
  const { files, left } = await inScope(desk.db, scope, async (tx) => ({
    files: await filesWithoutRoom(tx, scope),
    left: await roomLeft(desk, tx, scope),
  }));
  let room = left;
  for (const file of files) {
    const { file_id, document_id } = file;
    const item = await readIfThere(access, file_id);
    const bytes = item && bytesOf(file, item);
    if (!item || item.trashed || bytes === null || bytes > room) continue;
    room -= bytes;
    await inScope(desk.db, scope, async (tx) => {
      const document = await lockDocument(tx, scope, document_id);
      if (document?.status === 'failed' && document.error_code === 'storage_full') await refetch(desk, tx, document);
    });
  }
}

// A document in the drive's own format has no size: it needs what it needed when it was last exported, if it was not changed since.
const bytesOf = (file: DriveFileRow, item: DriveItem): number =>
  item.bytes ?? (isUnchanged(file, item) ? file.needed_bytes : null) ?? 1;
