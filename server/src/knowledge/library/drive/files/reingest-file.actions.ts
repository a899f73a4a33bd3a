import type { Document } from '@desk/contract/documents';
import type { Acting } from '../../../../access/index.ts';
import type { Tx } from '../../../../platform/database/database.ts';
import type { Desk } from '../../../../platform/desk.ts';
import { notFound } from '../../../../platform/http/errors.ts';
import { inScope } from '../../../../platform/database/transaction.ts';
import { recordReading, recordRefreshed, shown } from '../../versions/document-changes.actions.ts';
import { lockDocument, type DocumentRow } from '../../versions/documents.store.ts';
import { DriveFailure, type DriveAccess } from '../client/access.ts';
import { openDrive } from '../connection/open-drive.ts';
import { notConnected } from '../connection/drive-problems.ts';
import { fileOfDocument, type DriveFileRow } from './files.store.ts';
import { readIfThere } from '../client/list-files.ts';
import { isUnchanged } from '../client/reading.logic.ts';
import { clearSourceTrouble, refetch } from '../connection/source-state.actions.ts';
import { queueWatch } from '../connection/watch.jobs.ts';

export interface ReingestedFile {
  document: Document;
  unchanged: boolean;
}

/** Reads the file again unless the drive reports no change. Also queues a check of the whole drive. Throws 409 `not_connected`. */
export async function reingestFile(desk: Desk, acting: Acting, id: string): Promise<ReingestedFile> {
  const file = await inScope(desk.db, acting, (tx) => fileOfDocument(tx, acting, id));
  if (!file) throw notFound();
  const access = await openDrive(desk, acting);
  if (!access) throw notConnected();
  const same = await isAsBefore(access, file);
  if (same) await clearSourceTrouble(desk, acting, id);
  return inScope(desk.db, acting, async (tx) => {
    await queueWatch(desk, tx, acting);
    const before = await lockDocument(tx, acting, id);
    if (!before) throw notFound();
    const unchanged = same && before.status === 'ready' && before.error_code === null;
    if (unchanged) await recordReading(desk, tx, before);
    else await start(desk, tx, acting, before);
    return { document: await shown(desk, tx, acting, id), unchanged };
  });
}

// If the drive is busy or unreachable, return false: the job then tries again later.
async function isAsBefore(access: DriveAccess, file: DriveFileRow): Promise<boolean> {
  try {
    const item = await readIfThere(access, file.file_id);
    return item !== null && !item.trashed && isUnchanged(file, item);
  } catch (error) {
    if (!(error instanceof DriveFailure)) throw error;
    if (error.refusal === 'lost') throw notConnected();
    return false;
  }
}

async function start(desk: Desk, tx: Tx, acting: Acting, before: DocumentRow): Promise<void> {
  await refetch(desk, tx, before);
  await recordRefreshed(desk, tx, acting, { before, started: true });
}
