import type { Tx } from '../platform/database.ts';
import type { Desk } from '../platform/desk.ts';
import { newId } from '../platform/ids.ts';
import { inScope } from '../platform/transaction.ts';
import type { ChunkDraft } from './chunking/chunking.logic.ts';
import { dropChunksExcept, dropChunksOf, insertChunks } from './chunks.store.ts';
import type { DocumentRow } from './documents.store.ts';
import { promiseVectors } from './embed.actions.ts';
import { promiseExamination } from './findings/promise.actions.ts';
import { pointToVersion } from './learned/learned.store.ts';
import { LeaseLost } from './ingest-lease.actions.ts';
import { sourcesForgotten } from './ingest.jobs.ts';
import { atRest, renewLease, saveHeld, type Work } from './ingest.store.ts';
import type { Passage, Segment } from './retrieval/index.ts';
import { raiseRevision } from './revision.store.ts';
import { saveSegment } from './segments.store.ts';
import { saveTerms } from './terms.store.ts';
import { blobKeys, findVersion, saveVersion, supersedeOthers } from './versions.store.ts';

/** What reading a document gave, before it is anywhere. */
export interface Built {
  title: string;
  language: string | null;
  chunks: ChunkDraft[];
  /** Words that the source hides from its readers and that speak to a machine. */
  smuggled: string[];
}

const batch = 200;
/** Characters of a batch: on the embedded engine everybody waits until it is written. */
const batchSize = 200_000;

/** Writes the passages beside those that serve, in batches: no transaction is long, and progress can be seen. */
export async function storeChunks(
  desk: Desk,
  work: Work,
  built: Built,
  onProgress: (done: number) => Promise<void>,
): Promise<Passage[]> {
  const rows = built.chunks.map((chunk, position) => rowOf(work, chunk, position));
  // Left by an attempt that died half-way.
  await inHeld(desk, work, (tx) => dropChunksOf(tx, work.scope, work.documentId, work.version));
  let done = 0;
  for (const some of batchesOf(rows)) {
    await inHeld(desk, work, (tx) => insertChunks(tx, some));
    done += some.length;
    if (rows.length > batch) await onProgress(done);
  }
  return rows.map((row) => ({ id: row.id, title: built.title, headingPath: row.heading_path, text: row.text }));
}

function* batchesOf<R extends { text: string }>(rows: readonly R[]): Generator<R[]> {
  let open: R[] = [];
  let size = 0;
  for (const row of rows) {
    if (open.length > 0 && (open.length === batch || size + row.text.length > batchSize)) {
      yield open;
      [open, size] = [[], 0];
    }
    open.push(row);
    size += row.text.length;
  }
  if (open.length > 0) yield open;
}

/**
 * The swap, in one transaction: from its commit on every search sees the new version, until then the old one. The passages
 * of the version before stay until the next swap, for searches that have ranked them already and are about to read them.
 */
export function activate(desk: Desk, work: Work, built: Built, segment: Segment): Promise<void> {
  const { scope, documentId, version } = work;
  const now = desk.clock.now();
  return inHeld(desk, work, async (tx, before) => {
    const kept = before.active_version === null ? [version] : [version, before.active_version];
    await saveSegment(tx, scope, segment);
    await saveTerms(tx, scope, segment);
    await pointToVersion(tx, scope, { documentId, version });
    await dropChunksExcept(tx, scope, documentId, kept);
    await supersedeOthers(tx, scope, documentId, [version]);
    const { title, chunks, smuggled } = built;
    const state = { state: 'active', title, smuggled, chunk_count: chunks.length, ingested_at: now } as const;
    await saveVersion(tx, { organization_id: scope.organizationId, document_id: documentId, version }, state);
    await forgetOldSources(desk, tx, work);
    await promiseVectors(desk, tx, scope, documentId);
    await saveHeld(tx, work, {
      title: built.title,
      language: built.language,
      active_version: version,
      chunk_count: built.chunks.length,
      ingested_at: now,
      updated_at: now,
      embedding_due: null,
      embedding_attempts: 0,
      shown_revision: await raiseRevision(tx, scope),
    });
  });
}

/** The version serves and its retrieval has been tried: the document is ready. */
export function finish(desk: Desk, work: Work): Promise<void> {
  return inHeld(desk, work, async (tx, document) => {
    await saveHeld(tx, work, { ...atRest, status: 'ready', stage_done: document.stage_total });
    await promiseExamination(desk, tx, work.scope);
  });
}

async function forgetOldSources(desk: Desk, tx: Tx, { scope, documentId, version }: Work): Promise<void> {
  const row = await findVersion(tx, scope, documentId, version);
  const keys = await blobKeys(tx, scope, documentId, row?.blob_key);
  if (keys.length > 0) await desk.jobs.enqueue(tx, sourcesForgotten, { organizationId: scope.organizationId, keys });
}

/** A transaction that first makes sure, and locks, that the work is ours and still wanted. */
function inHeld<T>(desk: Desk, work: Work, write: (tx: Tx, document: DocumentRow) => Promise<T>): Promise<void> {
  return inScope(desk.db, work.scope, async (tx) => {
    const document = await renewLease(tx, work);
    if (!document) throw new LeaseLost();
    await write(tx, document);
  });
}

const rowOf = ({ scope, documentId, version }: Work, chunk: ChunkDraft, position: number) => ({
  organization_id: scope.organizationId,
  id: newId(),
  document_id: documentId,
  version,
  position,
  heading_path: chunk.headingPath,
  text: chunk.text,
  start_offset: chunk.start,
  end_offset: chunk.end,
  page: chunk.page,
});
