import type { AddDriveDocuments } from '@desk/contract/cloud-drive';
import type { Document } from '@desk/contract/documents';
import { record, type Acting } from '../../../../access/index.ts';
import type { Desk } from '../../../../platform/desk.ts';
import { invalid } from '../../../../platform/http/errors.ts';
import { sentence } from '../../../../platform/words/sentence.logic.ts';
import { inScope, type OrganizationScope } from '../../../../platform/database/transaction.ts';
import { needCollection } from '../../versions/document-changes.actions.ts';
import type { DriveAccess } from '../client/access.ts';
import {} from '../../versions/document-changes.actions.ts';
import { addDocuments } from './add-documents.actions.ts';
import { startToken } from '../client/client.ts';
import { openDrive } from '../connection/open-drive.ts';
import { forCaller, notConnected } from '../connection/drive-problems.ts';
import { feedTokens, saveFeed, watchFolder } from '../connection/folders.store.ts';
import { filesIn, readIfThere, resolved } from '../client/list-files.ts';
import type { DriveItem } from '../client/payload.logic.ts';
import { isFolder } from '../client/reading.logic.ts';

/**
 * Adds a document for each named file and for each file of the folder, and watches the folder from then on. Throws 409
 * `not_connected`, or 422 if the folder is not a folder or has too many files.
 */
export async function addFromDrive(desk: Desk, acting: Acting, wish: AddDriveDocuments): Promise<Document[]> {
  const { collection_id: collectionId, file_ids = [], folder_id } = wish;
  if (file_ids.length === 0 && folder_id === undefined)
    throw invalid('/file_ids', sentence`Name files, a folder, or both.`);
  await inScope(desk.db, acting, (tx) => needCollection(tx, acting, collectionId));
  const access = await openDrive(desk, acting);
  if (!access) throw notConnected();
  const items = await forCaller(async () => {
    await followFrom(desk, acting, access, '');
    const named = await readFiles(desk, acting, access, file_ids);
    const folder = folder_id === undefined ? null : await folderNamed(desk, acting, access, folder_id);
    const found = folder ? await contentOf(access, folder, wish) : [];
    if (folder) await watch(desk, acting, folder, wish);
    return [...new Map([...named, ...found].map((item) => [item.id, item])).values()];
  });
  return addDocuments(desk, acting, { collectionId, items });
}

// Call this before listing any files: the feed reports changes from this call on.
async function followFrom(desk: Desk, scope: OrganizationScope, access: DriveAccess, driveId: string): Promise<void> {
  const known = await inScope(desk.db, scope, (tx) => feedTokens(tx, scope));
  if (known.has(driveId)) return;
  const token = await startToken(access, driveId);
  await inScope(desk.db, scope, (tx) => saveFeed(tx, scope, driveId, token));
}

const atOnce = 8;

async function readFiles(desk: Desk, scope: OrganizationScope, access: DriveAccess, ids: readonly string[]) {
  const items: DriveItem[] = [];
  for (let at = 0; at < ids.length; at += atOnce) {
    const some = ids.slice(at, at + atOnce);
    items.push(...(await Promise.all(some.map((id, index) => readFile(access, id, at + index)))));
  }
  for (const driveId of new Set(items.map((item) => item.driveId))) await followFrom(desk, scope, access, driveId);
  return items;
}

async function readFile(access: DriveAccess, id: string, index: number): Promise<DriveItem> {
  const item = await readIfThere(access, id);
  const target = item && (await resolved(access, item));
  if (target && isFolder(target))
    throw invalid(`/file_ids/${index}`, sentence`This is a folder. Send it as folder_id.`);
  // Add a document for a missing file: its error is more specific than the failure of the whole request.
  return target ?? missing(id);
}

const missing = (id: string): DriveItem => ({
  id,
  name: id,
  mediaType: '',
  trashed: false,
  driveId: '',
  parents: [],
  checksum: null,
  headRevision: null,
  modifiedTime: null,
  bytes: null,
  url: null,
  canDownload: true,
  targetId: null,
});

async function folderNamed(desk: Desk, scope: OrganizationScope, access: DriveAccess, id: string): Promise<DriveItem> {
  const item = await readIfThere(access, id);
  const folder = item && (await resolved(access, item));
  if (!folder || folder.trashed)
    throw invalid('/folder_id', sentence`This folder does not exist, or we have no access to it.`);
  if (!isFolder(folder)) throw invalid('/folder_id', sentence`This is a file. Send it in file_ids.`);
  await followFrom(desk, scope, access, folder.driveId);
  return folder;
}

async function contentOf(access: DriveAccess, folder: DriveItem, wish: AddDriveDocuments): Promise<DriveItem[]> {
  const { files, complete } = await filesIn(access, folder.id, wish.recursive ?? false);
  if (!complete)
    throw invalid(
      '/folder_id',
      sentence`The folder has more than 1000 files. Choose smaller folders.`,
      'too_many_files',
    );
  return files;
}

function watch(desk: Desk, acting: Acting, folder: DriveItem, wish: AddDriveDocuments): Promise<void> {
  const { collection_id, recursive = false } = wish;
  return inScope(desk.db, acting, async (tx) => {
    await needCollection(tx, acting, collection_id);
    await watchFolder(tx, {
      organization_id: acting.organizationId,
      folder_id: folder.id,
      drive_id: folder.driveId,
      name: folder.name,
      collection_id,
      recursive,
      added_at: desk.clock.now(),
    });
    const subject = { type: 'drive_folder', id: folder.id, name: folder.name };
    const changes = { collection_id: { to: collection_id }, recursive: { to: recursive } };
    record(desk, tx, acting, { action: 'drive_folder.watched', subject, changes });
  });
}
