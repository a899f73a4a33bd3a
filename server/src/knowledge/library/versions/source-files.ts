import type { TextFormat } from '@desk/contract/documents';
import { BlobStoreUnavailable } from '../../../platform/blobs/blobs.ts';
import { errorCode, type Tx } from '../../../platform/database/database.ts';
import type { Desk } from '../../../platform/desk.ts';
import { quotaExceeded, unsupportedMediaType } from '../../../platform/http/errors.ts';
import { sentence } from '../../../platform/words/sentence.logic.ts';
import { newId } from '../../../platform/process/ids.ts';
import { sha256 } from '../../../platform/secrets/signatures.ts';
import { inScope, type OrganizationScope } from '../../../platform/database/transaction.ts';
import { sourcesForgotten } from './ingest.jobs.ts';
import { lockStorage, storedBytes } from './versions.store.ts';
import { detectType, mediaTypes, type Format } from '../parsing/index.ts';

/** The source of a version: its bytes are stored under `blobKey`. No row may refer to them yet. */
export interface SourceFile {
  format: Format;
  mediaType: string;
  fileName: string | null;
  bytes: number;
  /** null if the bytes are not fetched yet. */
  hash: string | null;
  blobKey: string;
}

export const storeText = (
  desk: Desk,
  scope: OrganizationScope,
  text: string,
  format: TextFormat,
): Promise<SourceFile> =>
  store(desk, scope, Buffer.from(text, 'utf8'), { format, mediaType: mediaTypes[format], fileName: null });

/** Throws 415 if the bytes have no supported format, whatever the file name. */
export async function storeFile(
  desk: Desk,
  scope: OrganizationScope,
  file: { bytes: Buffer; name: string },
): Promise<SourceFile> {
  const type = await detectType(file.bytes, file.name);
  if (!type)
    throw unsupportedMediaType(
      sentence`PDF, DOCX, PPTX, XLSX, ODT, HTML, Markdown, CSV, JSON, EML and plain text can be read.`,
    );
  return store(desk, scope, file.bytes, { ...type, fileName: file.name });
}

/** A placeholder for bytes that are fetched later; the fetch replaces every member. */
export const unfetched = ({ organizationId }: OrganizationScope, fileName: string): SourceFile => ({
  format: 'plain',
  mediaType: 'application/octet-stream',
  fileName,
  bytes: 0,
  hash: null,
  blobKey: newBlobKey(organizationId),
});

/** A new key for bytes that no row refers to yet. */
export const newBlobKey = (organizationId: string): string => `knowledge/${organizationId}/${newId()}`;

/** Deletes a source that was not needed. If the blob store is unreachable, a job deletes it later. */
export async function dropSource(desk: Desk, scope: OrganizationScope, { blobKey }: SourceFile): Promise<void> {
  await forgetSources(desk, scope, [blobKey]).catch((error) => {
    // Only log the error: it wastes space, and must not hide the error that made the source unneeded.
    desk.log.warn({ code: errorCode(error), key: blobKey }, 'stored file left behind');
  });
}

/** Deletes stored bytes that no row refers to. While the blob store is unreachable, queues a job for the rest. */
export async function forgetSources(desk: Desk, scope: OrganizationScope, keys: readonly string[]): Promise<void> {
  const remaining: string[] = [];
  for (const key of keys) if (!(await isRemoved(desk, key))) remaining.push(key);
  if (remaining.length === 0) return;
  await inScope(desk.db, scope, (tx) =>
    desk.jobs.enqueue(
      tx,
      sourcesForgotten,
      { organizationId: scope.organizationId, keys: remaining },
      { startAfter: retryAfter },
    ),
  );
}

const retryAfter = { milliseconds: 60_000 };

async function isRemoved(desk: Desk, key: string): Promise<boolean> {
  try {
    await desk.blobs.remove(key);
    return true;
  } catch (error) {
    if (error instanceof BlobStoreUnavailable) return false;
    throw error;
  }
}

/**
 * Throws 507 if the rows of this transaction exceed the organization's storage quota. Makes the organization's other uploads wait for
 * its end, so call it last: each of several that are sent at once had room when it was sent.
 */
export async function keepWithinQuota(desk: Desk, tx: Tx, scope: OrganizationScope): Promise<void> {
  await lockStorage(tx, scope);
  if ((await roomLeft(desk, tx, scope)) < 0) throw noRoom(desk);
}

/** The bytes that the organization may still store; negative if it has stored too much. */
export const roomLeft = async ({ config }: Desk, tx: Tx, scope: OrganizationScope): Promise<number> =>
  config.STORAGE_QUOTA_MB * 1_048_576 - (await storedBytes(tx, scope));

export const noRoom = ({ config }: Desk) =>
  quotaExceeded(
    sentence`The documents of this organization may use ${config.STORAGE_QUOTA_MB} MB. Delete some, or ask the operator.`,
  );

async function store(
  desk: Desk,
  scope: OrganizationScope,
  bytes: Buffer,
  kind: Pick<SourceFile, 'format' | 'mediaType' | 'fileName'>,
): Promise<SourceFile> {
  desk.limits.admitUpload(scope.organizationId, bytes.byteLength);
  const room = await inScope(desk.db, scope, (tx) => roomLeft(desk, tx, scope));
  if (bytes.byteLength > room) throw noRoom(desk);
  const blobKey = newBlobKey(scope.organizationId);
  await desk.blobs.put(blobKey, bytes);
  return { ...kind, bytes: bytes.length, hash: sha256(bytes).toString('hex'), blobKey };
}
