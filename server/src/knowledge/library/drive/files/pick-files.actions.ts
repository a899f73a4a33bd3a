import type { DriveFile } from '@desk/contract/cloud-drive';
import type { Desk } from '../../../../platform/desk.ts';
import { invalid } from '../../../../platform/http/errors.ts';
import { sentence } from '../../../../platform/words/sentence.logic.ts';
import { badCursor, decodeCursor, encodeCursor, type PageQuery } from '../../../../platform/http/page.ts';
import { inScope, type OrganizationScope } from '../../../../platform/database/transaction.ts';
import { DriveFailure, type DriveAccess } from '../client/access.ts';
import { listFolder, readItem, type Listing } from '../client/client.ts';
import { openDrive } from '../connection/open-drive.ts';
import { forCaller, notConnected } from '../connection/drive-problems.ts';
import { knownFiles } from './files.store.ts';
import { resolved } from '../client/list-files.ts';
import type { DriveItem, ResultPage } from '../client/payload.logic.ts';
import { isFolder, isTooLarge, readingOf } from '../client/reading.logic.ts';

interface FolderPlace extends PageQuery {
  folder_id?: string | undefined;
}

/**
 * Returns one page of a folder, for a file picker. Shortcuts appear as their targets; broken ones are left out. A cursor contains
 * the drive's own page token and is valid for one folder only. Throws 409 `not_connected`, or 422 if the id is not a folder.
 */
export async function pickFiles(
  desk: Desk,
  scope: OrganizationScope,
  { folder_id = 'root', cursor, limit }: FolderPlace,
) {
  const [folder = folder_id, position = null] = decodeCursor(cursor, 2) ?? [];
  if (folder !== folder_id) throw badCursor();
  const access = await openDrive(desk, scope);
  if (!access) throw notConnected();
  const { items, next } = await forCaller(async () => {
    const page = await pageOf(access, {
      folderId: folder_id,
      pageToken: position === null ? null : String(position),
      pageSize: limit,
    });
    const found = await Promise.all(page.items.map((item) => resolved(access, item)));
    return { items: found.filter((item) => item !== null), next: page.next };
  });
  const known = await inScope(desk.db, scope, (tx) =>
    knownFiles(
      tx,
      scope,
      items.map(({ id }) => id),
    ),
  );
  const documents = new Map(known.map((file) => [file.file_id, file.document_id]));
  return {
    items: items.map((item) => viewFile(item, documents.get(item.id) ?? null)),
    next_cursor: next === null ? null : encodeCursor([folder_id, next]),
  };
}

async function pageOf(access: DriveAccess, place: Listing): Promise<ResultPage<DriveItem>> {
  try {
    const page = await listFolder(access, place);
    // The drive lists a file as an empty folder.
    if (page.items.length === 0 && place.pageToken === null) await needFolder(access, place.folderId);
    return page;
  } catch (error) {
    const refusal = error instanceof DriveFailure ? error.refusal : null;
    if (refusal === 'not_found')
      throw invalid('query.folder_id', sentence`This folder does not exist, or we have no access to it.`);
    if (refusal === 'rejected' && place.pageToken !== null) throw badCursor();
    throw error;
  }
}

async function needFolder(access: DriveAccess, id: string): Promise<void> {
  if (!isFolder(await readItem(access, id))) throw invalid('query.folder_id', sentence`This is a file, not a folder.`);
}

const viewFile = (item: DriveItem, documentId: string | null): DriveFile => ({
  id: item.id,
  name: item.name,
  kind: isFolder(item) ? 'folder' : 'file',
  media_type: item.mediaType,
  bytes: item.bytes,
  modified_at: timeOf(item.modifiedTime),
  url: item.url,
  readable: !isFolder(item) && item.canDownload && !isTooLarge(item) && readingOf(item.mediaType).kind !== 'none',
  document_id: documentId,
});

function timeOf(time: string | null): string | null {
  const date = new Date(time ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
