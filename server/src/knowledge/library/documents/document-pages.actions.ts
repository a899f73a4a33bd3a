import type { Readable } from 'node:stream';
import type { Chunk, Document } from '@desk/contract/documents';
import type { listChunks, listDocuments, listVersions } from '@desk/contract/knowledge';
import type { FilledQueryOf } from '@desk/contract/endpoint';
import type { Desk } from '../../../platform/desk.ts';
import { notFound } from '../../../platform/http/errors.ts';
import { idAfter, pageOf, badCursor, decodeCursor } from '../../../platform/http/page.ts';
import { inScope, type OrganizationScope } from '../../../platform/database/transaction.ts';
import { chunksAfter } from '../passages/chunks.store.ts';
import { documentsAfter, findDocument } from '../versions/documents.store.ts';
import { findPassage } from '../passages/recorded-passages.store.ts';
import { viewChunk, viewDocument, viewVersion } from '../versions/documents.view.ts';
import { versionsBefore } from '../versions/versions.store.ts';

export async function pageOfDocuments(
  desk: Desk,
  scope: OrganizationScope,
  query: FilledQueryOf<typeof listDocuments>,
) {
  const { limit, cursor, ...filter } = query;
  const now = desk.clock.now();
  const found = await inScope(desk.db, scope, (tx) =>
    documentsAfter(tx, scope, filter, { after: idAfter(cursor), limit, now }),
  );
  const { rows, next_cursor } = pageOf(found, limit, (row) => [row.id]);
  return { items: rows.map((row) => viewDocument(row, now)), next_cursor };
}

export async function showDocument(desk: Desk, scope: OrganizationScope, id: string): Promise<Document> {
  return viewDocument(await existing(desk, scope, id), desk.clock.now());
}

export async function pageOfChunks(
  desk: Desk,
  scope: OrganizationScope,
  id: string,
  query: FilledQueryOf<typeof listChunks>,
) {
  const { limit, cursor } = query;
  const { title, active_version: version } = await existing(desk, scope, id);
  if (version === null) return { items: [], next_cursor: null };
  const after = numberAfter(cursor);
  const found = await inScope(desk.db, scope, (tx) =>
    chunksAfter(tx, scope, { documentId: id, version }, { after, limit }),
  );
  const { rows, next_cursor } = pageOf(found, limit, (row) => [row.position]);
  return { items: rows.map((row) => viewChunk(row, title)), next_cursor };
}

/** Shows a passage of the active version, or of an older version if a decision cited it. */
export async function showChunk(
  desk: Desk,
  scope: OrganizationScope,
  named: { documentId: string; chunkId: string },
): Promise<Chunk> {
  const row = await inScope(desk.db, scope, (tx) => findPassage(tx, scope, named));
  if (!row) throw notFound();
  return viewChunk(row, row.title);
}

export async function pageOfVersions(
  desk: Desk,
  scope: OrganizationScope,
  id: string,
  query: FilledQueryOf<typeof listVersions>,
) {
  const { limit, cursor } = query;
  await existing(desk, scope, id);
  const before = numberAfter(cursor);
  const found = await inScope(desk.db, scope, (tx) => versionsBefore(tx, scope, id, { before, limit }));
  const { rows, next_cursor } = pageOf(found, limit, (row) => [row.version]);
  return { items: rows.map(viewVersion), next_cursor };
}

export interface StoredFile {
  /** A stream, so that a slow reader of a large file costs no memory. */
  stream: Readable;
  bytes: number;
  mediaType: string;
  fileName: string;
}

/** Returns the original bytes of the active version, or else of the newest. */
export async function readContent(desk: Desk, scope: OrganizationScope, id: string): Promise<StoredFile> {
  const { blob_key, media_type: mediaType, file_name, title, bytes } = await existing(desk, scope, id);
  const stream = await desk.blobs.stream(blob_key);
  if (!stream) throw notFound();
  return { stream, bytes, mediaType, fileName: file_name ?? `${title}${extensions[mediaType] ?? ''}` };
}

const extensions: Record<string, string> = { 'text/plain': '.txt', 'text/markdown': '.md', 'text/html': '.html' };

async function existing(desk: Desk, scope: OrganizationScope, id: string) {
  const row = await inScope(desk.db, scope, (tx) => findDocument(tx, scope, id, desk.clock.now()));
  if (!row) throw notFound();
  return row;
}

/** Returns the number after which the page starts; null for the first page. */
function numberAfter(cursor: string | undefined): number | null {
  const [number] = decodeCursor(cursor, 1) ?? [null];
  if (number === null || (typeof number === 'number' && Number.isSafeInteger(number))) return number;
  throw badCursor();
}
