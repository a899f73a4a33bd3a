import type { Chunk, Document, DocumentVersion } from '@desk/contract/documents';
import type { ChunkRow } from '../passages/chunks.store.ts';
import type { ShownDocument } from './documents.store.ts';
import { freshnessAt } from './freshness.logic.ts';
import { documentError } from './document-errors.logic.ts';
import type { VersionRow } from './versions.store.ts';

export const viewDocument = (row: ShownDocument, now: Date): Document => ({
  id: row.id,
  collection_id: row.collection_id,
  title: row.title,
  source: viewSource(row),
  status: row.status,
  retrievable: row.retrievable,
  enabled: row.enabled,
  language: row.language_given ?? row.language,
  active_version: row.active_version,
  pending_version: row.pending_version,
  progress: { stage: row.status, done: row.stage_done, total: row.stage_total },
  error: documentError(row.error_code),
  content_hash: row.content_hash,
  freshness: freshnessAt(now, { expiresAt: row.expires_at, ingestedAt: row.ingested_at, error: row.error_code }),
  chunk_count: row.chunk_count,
  expires_at: row.expires_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  ingested_at: row.ingested_at?.toISOString() ?? null,
  version: row.version,
});

const viewSource = (row: ShownDocument): Document['source'] => ({
  kind: row.source_kind,
  media_type: row.media_type,
  bytes: row.bytes,
  ...(row.file_name === null ? {} : { file_name: row.file_name }),
  ...(row.file_id === null ? {} : { file_id: row.file_id }),
  ...(row.source_url === null ? {} : { url: row.source_url }),
  ...(row.external_id === null ? {} : { external_id: row.external_id }),
});

export const viewChunk = (row: ChunkRow, title: string): Chunk => ({
  id: row.id,
  version: row.version,
  position: row.position,
  title,
  heading_path: row.heading_path,
  text: row.text,
  place: { start: row.start_offset, end: row.end_offset, page: row.page },
});

export const viewVersion = (row: VersionRow): DocumentVersion => ({
  version: row.version,
  state: row.state,
  title: row.title,
  file_name: row.file_name,
  media_type: row.media_type,
  bytes: row.bytes,
  content_hash: row.content_hash,
  chunk_count: row.chunk_count,
  error: documentError(row.error_code),
  created_at: row.created_at.toISOString(),
  ingested_at: row.ingested_at?.toISOString() ?? null,
});
