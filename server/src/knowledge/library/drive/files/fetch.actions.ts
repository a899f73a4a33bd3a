import type { Desk } from '../../../../platform/desk.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import { sha256 } from '../../../../platform/secrets/signatures.ts';
import { inScope } from '../../../../platform/database/transaction.ts';
import type { DocumentChange, DocumentRow } from '../../versions/documents.store.ts';
import { LeaseLost } from '../../versions/ingest-lease.actions.ts';
import { renewLease, saveHeld, type LeasedVersion } from '../../versions/ingestion-queue.store.ts';
import { forgetSources, keepWithinQuota, newBlobKey, noRoom, roomLeft } from '../../versions/source-files.ts';
import { findVersion, saveVersion, type VersionRow } from '../../versions/versions.store.ts';
import { DriveFailure, type DriveAccess } from '../client/access.ts';
import { readItem } from '../client/client.ts';
import { openDrive } from '../connection/open-drive.ts';
import { contentOf, type DriveContent } from '../client/content.ts';
import { endFetch, failWithoutRoom, settle } from './fetch-ends.actions.ts';
import { fileOfDocument, saveFile, type DriveFileRow } from './files.store.ts';
import type { DriveItem } from '../client/payload.logic.ts';
import { fingerprintOf, titleOf } from '../client/reading.logic.ts';

export interface VersionToFetch {
  document: DocumentRow;
  version: VersionRow;
}
export interface Fetched extends VersionToFetch {
  bytes: Buffer;
}

/**
 * Fetches the file from the drive for a version without content. Returns null if the file has not changed or cannot be read: the
 * document records the error, and the active version stays active.
 */
export async function fetchFromDrive(
  desk: Desk,
  work: LeasedVersion,
  ordered: VersionToFetch,
): Promise<Fetched | null> {
  const file = await inScope(desk.db, work.scope, (tx) => fileOfDocument(tx, work.scope, work.documentId));
  if (!file) throw new LeaseLost();
  let item: DriveItem | null = null;
  let content: DriveContent | null = null;
  try {
    const access = await openDrive(desk, work.scope);
    if (!access) throw new DriveFailure('lost', 'no_grant');
    item = await present(access, file);
    await needRoom(desk, work, item.bytes ?? 0);
    content = await contentOf(access, item);
    return await keep(desk, work, ordered, { file, item, content });
  } catch (error) {
    if (isNoRoom(error)) {
      await failWithoutRoom(desk, work, item, content?.bytes.length ?? null);
      return null;
    }
    if (!(error instanceof DriveFailure)) throw error;
    await endFetch(desk, work, ordered.document, { failure: error, file, item });
    return null;
  }
}

// A file of a drive is subject to the quota of uploads. Throws its refusal (507).
async function needRoom(desk: Desk, { scope }: LeasedVersion, bytes: number): Promise<void> {
  if (bytes > (await inScope(desk.db, scope, (tx) => roomLeft(desk, tx, scope)))) throw noRoom(desk);
}

const isNoRoom = (error: unknown): boolean => error instanceof AppError && error.status === 507;

async function present(access: DriveAccess, { file_id }: DriveFileRow): Promise<DriveItem> {
  const item = await readItem(access, file_id);
  if (item.trashed) throw new DriveFailure('not_found', 'trashed');
  if (!item.canDownload) throw new DriveFailure('denied', 'cannot_download');
  return item;
}

interface DownloadedFile {
  file: DriveFileRow;
  item: DriveItem;
  content: DriveContent;
}

async function keep(
  desk: Desk,
  work: LeasedVersion,
  ordered: VersionToFetch,
  { file, item, content }: DownloadedFile,
): Promise<Fetched | null> {
  const { document, version } = ordered;
  const hash = sha256(content.bytes).toString('hex');
  const renamed = !document.title_given && item.name !== file.name;
  const title = renamed ? titleOf(item.name) : document.title;
  if (!renamed && (await servesAlready(desk, ordered, hash, content.mediaType))) {
    await settle(desk, work, {
      seen: item,
      change: { error_code: null, serves_until: null, ingested_at: desk.clock.now() },
    });
    return null;
  }
  const { mediaType: media_type, fileName: file_name, bytes } = content;
  await needRoom(desk, work, bytes.length);
  // Use a new key for each attempt: an attempt that has lost its lease deletes only its own bytes.
  const blob_key = newBlobKey(work.scope.organizationId);
  await desk.blobs.put(blob_key, bytes);
  const found = { media_type, file_name, bytes: bytes.length, content_hash: hash, blob_key, title };
  const change = { title, source_url: item.url, serves_until: null };
  const kept = await saveFetched(desk, work, item, { found, change }).catch(async (error: unknown) => {
    if (isNoRoom(error)) await forgetSources(desk, work.scope, [blob_key]);
    throw error;
  });
  if (!kept) {
    await forgetSources(desk, work.scope, [blob_key]);
    throw new LeaseLost();
  }
  return { document: kept, version: { ...version, ...found }, bytes };
}

async function servesAlready(
  desk: Desk,
  { document }: VersionToFetch,
  hash: string,
  mediaType: string,
): Promise<boolean> {
  const { organization_id: organizationId, active_version } = document;
  if (active_version === null) return false;
  const serving = await inScope(desk.db, { organizationId }, (tx) =>
    findVersion(tx, { organizationId }, document.id, active_version),
  );
  return serving?.content_hash === hash && serving.media_type === mediaType;
}

interface FetchedVersion {
  found: Pick<VersionRow, 'media_type' | 'file_name' | 'bytes' | 'blob_key' | 'title'> & { content_hash: string };
  change: DocumentChange;
}

const saveFetched = (
  desk: Desk,
  work: LeasedVersion,
  item: DriveItem,
  { found, change }: FetchedVersion,
): Promise<DocumentRow | undefined> =>
  inScope(desk.db, work.scope, async (tx) => {
    if (!(await renewLease(tx, work))) return undefined;
    const { scope, documentId, version } = work;
    await saveVersion(tx, { organization_id: scope.organizationId, document_id: documentId, version }, found);
    await saveFile(tx, scope, documentId, { ...fingerprintOf(item), postponed: 0 });
    const saved = await saveHeld(tx, work, change);
    await keepWithinQuota(desk, tx, scope);
    return saved;
  });
