import type { Desk } from '../../../../platform/desk.ts';
import { inScope, type OrganizationScope } from '../../../../platform/database/transaction.ts';
import { lockDocument } from '../../versions/documents.store.ts';
import type { DriveAccess } from '../client/access.ts';
import { addFound } from './add-documents.actions.ts';
import { fileOfDocument, filesOfDrive, knownFiles, type DriveFileRow } from './files.store.ts';
import { forgetFeed, type FolderRow } from '../connection/folders.store.ts';
import { filesIfThere, readIfThere, resolved } from '../client/list-files.ts';
import type { DriveChange, DriveItem } from '../client/payload.logic.ts';
import { isFolder, isUnchanged } from '../client/reading.logic.ts';
import { clearSourceTrouble, markFileGone, refetch } from '../connection/source-state.actions.ts';

/** One look at a drive. */
export interface DriveScan {
  desk: Desk;
  scope: OrganizationScope;
  access: DriveAccess;
  folders: readonly FolderRow[];
  /** By folder; each is asked for once. */
  parents: Map<string, readonly string[]>;
  /** The changes do not tell enough: every file has to be looked at. */
  everything: boolean;
}

/** May come twice: what it does then has been done. */
export async function applyChange(look: DriveScan, change: DriveChange): Promise<void> {
  const { fileId, item, removed } = change;
  if (change.kind === 'drive') return removed ? markDriveGone(look, change.driveId) : undefined;
  const [known] = await inScope(look.desk.db, look.scope, (tx) => knownFiles(tx, look.scope, [fileId]));
  if (removed || !item || item.trashed) return leave(look, { fileId, item, known });
  if (known) return compareFile(look, known, item);
  const folder = await watchedFolderOf(look, item);
  if (folder) await bring(look, folder, item);
}

/** A shared drive that is no longer shown to us, with all that we have of it. */
export async function markDriveGone({ desk, scope }: DriveScan, driveId: string): Promise<void> {
  if (driveId === '') return;
  const files = await inScope(desk.db, scope, (tx) => filesOfDrive(tx, scope, driveId));
  for (const file of files) await markFileGone(desk, scope, file.document_id);
  await inScope(desk.db, scope, (tx) => forgetFeed(tx, scope, driveId));
}

interface GoneItem {
  fileId: string;
  item: DriveItem | null;
  known: DriveFileRow | undefined;
}

async function leave(look: DriveScan, { fileId, item, known }: GoneItem): Promise<void> {
  if (known) return markFileGone(look.desk, look.scope, known.document_id);
  // A folder takes its contents with it; the drive does not report these separately.
  const isOurs = look.folders.some((folder) => folder.folder_id === fileId);
  if (isOurs || (item && isFolder(item) && look.folders.some((folder) => folder.recursive))) look.everything = true;
}

/** The file is there: what is new in it is read, and trouble with its source is over. */
export async function compareFile({ desk, scope }: DriveScan, file: DriveFileRow, item: DriveItem): Promise<void> {
  await clearSourceTrouble(desk, scope, file.document_id);
  if (isUnchanged(file, item)) return;
  await inScope(desk.db, scope, async (tx) => {
    const document = await lockDocument(tx, scope, file.document_id);
    // Read again under the lock: it may have been fetched in the meantime.
    const now = await fileOfDocument(tx, scope, file.document_id);
    if (!now || isUnchanged(now, item)) return;
    // What waits its turn will be read as it is then.
    if (document && document.status !== 'queued') await refetch(desk, tx, document);
  });
}

const highest = 25;

async function watchedFolderOf(look: DriveScan, item: DriveItem): Promise<FolderRow | null> {
  const among = (ids: readonly string[], folders: readonly FolderRow[]) =>
    folders.find((folder) => ids.includes(folder.folder_id));
  const direct = among(item.parents, look.folders);
  if (direct) return direct;
  const trees = look.folders.filter((folder) => folder.recursive);
  let above = trees.length > 0 ? item.parents : [];
  for (let step = 0; above.length > 0 && step < highest; step++) {
    const found = among(above, trees);
    if (found) return found;
    above = (await Promise.all(above.map((id) => parentsOf(look, id)))).flat();
  }
  return null;
}

async function parentsOf({ access, parents }: DriveScan, folderId: string): Promise<readonly string[]> {
  const known = parents.get(folderId) ?? (await readIfThere(access, folderId))?.parents ?? [];
  parents.set(folderId, known);
  return known;
}

async function bring({ desk, scope, access }: DriveScan, folder: FolderRow, item: DriveItem): Promise<void> {
  const target = await resolved(access, item);
  if (!target || target.trashed || (isFolder(target) && !folder.recursive)) return;
  const items = isFolder(target) ? await filesIfThere(access, target.id, true) : [target];
  await addFound(desk, scope, { collectionId: folder.collection_id, items });
}
