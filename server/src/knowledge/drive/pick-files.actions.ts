import type { DriveFile } from '@desk/contract/cloud-drive';
import type { Desk } from '../../platform/desk.ts';
import { inScope, type OrganizationScope } from '../../platform/transaction.ts';
import { listFolder } from './client.ts';
import { openDrive } from './connection.ts';
import { forCaller, notConnected } from './drive-problems.ts';
import { knownFiles } from './files.store.ts';
import { resolved } from './list-files.ts';
import type { DriveItem } from './payload.logic.ts';
import { isFolder, isTooLarge, readingOf } from './reading.logic.ts';

interface Place {
  folder_id?: string | undefined;
  page_token?: string | undefined;
}

/** One page of a folder, for people who choose; shortcuts are shown as what they lead to. 409 `not_connected`. */
export async function pickFiles(desk: Desk, scope: OrganizationScope, { folder_id = 'root', page_token }: Place) {
  const access = await openDrive(desk, scope);
  if (!access) throw notConnected();
  const { items, next } = await forCaller(async () => {
    const page = await listFolder(access, { folderId: folder_id, pageToken: page_token ?? null, pageSize: 100 });
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
  return { items: items.map((item) => viewFile(item, documents.get(item.id) ?? null)), next_page_token: next };
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
