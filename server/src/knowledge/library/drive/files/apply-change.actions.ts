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

/** One run that applies the changes of a drive. */
export interface DriveScan {
  desk: Desk;
  scope: OrganizationScope;
  access: DriveAccess;
  folders: readonly FolderRow[];
  /** The parents of each folder, as a cache. */
  parents: Map<string, readonly string[]>;
  /** The list of changes is incomplete: check every file. */
  everything: boolean;
  /** How far the feeds of the drives were read, to be saved after every file has been checked. */
  reached: Map<string, string>;
}

/** Applies one change. It is idempotent: a change may be reported twice. */
export async function applyChange(scan: DriveScan, change: DriveChange): Promise<void> {
  const { fileId, item, removed } = change;
  if (change.kind === 'drive') return removed ? markDriveGone(scan, change.driveId) : undefined;
  const [known] = await inScope(scan.desk.db, scan.scope, (tx) => knownFiles(tx, scan.scope, [fileId]));
  if (removed || !item || item.trashed) return applyRemoval(scan, { fileId, item, known });
  if (known) return compareFile(scan, known, item);
  const folder = await watchedFolderOf(scan, item);
  if (folder) await addItem(scan, folder, item);
}

/** Marks all files of a shared drive as gone, because the account can no longer see the drive. */
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

async function applyRemoval(scan: DriveScan, { fileId, item, known }: GoneItem): Promise<void> {
  if (known) return markFileGone(scan.desk, scan.scope, known.document_id);
  // The drive reports the removal of a folder, but not of the files in it. Without metadata, anything may be a folder.
  const isWatched = scan.folders.some((folder) => folder.folder_id === fileId);
  const mayBeFolder = item === null || isFolder(item);
  if (isWatched || (mayBeFolder && scan.folders.some((folder) => folder.recursive))) scan.everything = true;
}

/** The file exists: clears the error of its source, and reads the file again if it has changed. */
export async function compareFile({ desk, scope }: DriveScan, file: DriveFileRow, item: DriveItem): Promise<void> {
  await clearSourceTrouble(desk, scope, file.document_id);
  if (isUnchanged(file, item)) return;
  await inScope(desk.db, scope, async (tx) => {
    const document = await lockDocument(tx, scope, file.document_id);
    // Read the row again under the lock: the file may have been fetched in the meantime.
    const now = await fileOfDocument(tx, scope, file.document_id);
    if (!now || isUnchanged(now, item)) return;
    // A queued document reads the newest content anyway.
    if (document && document.status !== 'queued') await refetch(desk, tx, document);
  });
}

const mostLevels = 25;

async function watchedFolderOf(scan: DriveScan, item: DriveItem): Promise<FolderRow | null> {
  const among = (ids: readonly string[], folders: readonly FolderRow[]) =>
    folders.find((folder) => ids.includes(folder.folder_id));
  const direct = among(item.parents, scan.folders);
  if (direct) return direct;
  const trees = scan.folders.filter((folder) => folder.recursive);
  let above = trees.length > 0 ? item.parents : [];
  for (let step = 0; above.length > 0 && step < mostLevels; step++) {
    const found = among(above, trees);
    if (found) return found;
    above = (await Promise.all(above.map((id) => parentsOf(scan, id)))).flat();
  }
  return null;
}

async function parentsOf({ access, parents }: DriveScan, folderId: string): Promise<readonly string[]> {
  const known = parents.get(folderId) ?? (await readIfThere(access, folderId))?.parents ?? [];
  parents.set(folderId, known);
  return known;
}

async function addItem({ desk, scope, access }: DriveScan, folder: FolderRow, item: DriveItem): Promise<void> {
  const target = await resolved(access, item);
  if (!target || target.trashed || (isFolder(target) && !folder.recursive)) return;
  const items = isFolder(target) ? await filesIfThere(access, target.id, true) : [target];
  await addFound(desk, scope, { collectionId: folder.collection_id, items });
}
