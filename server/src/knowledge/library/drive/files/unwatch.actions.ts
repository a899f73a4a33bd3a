import { record, type Acting } from '../../../../access/index.ts';
import type { Desk } from '../../../../platform/desk.ts';
import { notFound } from '../../../../platform/http/errors.ts';
import { inScope } from '../../../../platform/database/transaction.ts';
import { unwatchFolder } from '../connection/folders.store.ts';

/** Stops adding new files from the folder. Its existing documents stay and are kept up to date. */
export function unwatch(desk: Desk, acting: Acting, folderId: string): Promise<void> {
  return inScope(desk.db, acting, async (tx) => {
    const folder = await unwatchFolder(tx, acting, folderId);
    if (!folder) throw notFound();
    const subject = { type: 'drive_folder', id: folder.folder_id, name: folder.name };
    record(desk, tx, acting, { action: 'drive_folder.unwatched', subject });
  });
}
