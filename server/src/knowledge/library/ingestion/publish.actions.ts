import type { Tx } from '../../../platform/database/database.ts';
import type { Desk } from '../../../platform/desk.ts';
import { newId } from '../../../platform/process/ids.ts';
import { inScope } from '../../../platform/database/transaction.ts';
import type { ChunkDraft } from '../parsing/chunking/chunking.logic.ts';
import { dropChunksExcept, dropSomeChunks, insertChunks } from '../passages/chunks.store.ts';
import type { DocumentRow } from '../versions/documents.store.ts';
import { announceKnowledgeChange } from '../announce-change.actions.ts';
import { LeaseLost } from '../versions/ingest-lease.actions.ts';
import { sourcesForgotten } from '../versions/ingest.jobs.ts';
import { atRest, renewLease, saveHeld, type LeasedVersion } from '../versions/ingestion-queue.store.ts';
import type { Passage } from '../passages/passage.logic.ts';
import { raiseRevision } from '../passages/revision.store.ts';
import type { BuildSteps } from './build-steps.ts';
import { segmentOf } from './segment-builder.ts';
import { dropSegmentOf, dropSegmentsExcept, saveSegment } from '../passages/segments.store.ts';
import { blobKeys, findVersion, saveVersion, supersedeOthers } from '../versions/versions.store.ts';

/** The result of reading a document, before it is stored. */
export interface Built {
  title: string;
  language: string | null;
  chunks: ChunkDraft[];
  /** Text that the source hides from human readers and that gives instructions to a machine. */
  hiddenInstructions: string[];
}

/** Passages and characters in a batch: the embedded engine blocks all queries while it writes one. */
const mostPassages = 200;
const mostCharacters = 200_000;

type OnProgress = (done: number) => Promise<void>;

/** Writes the passages beside those of the active version, in batches: each transaction is short, and progress is visible. */
export async function storeChunks(
  desk: Desk,
  work: LeasedVersion,
  built: Built,
  onProgress: OnProgress,
): Promise<Passage[]> {
  await dropLeftovers(desk, work);
  const rows = built.chunks.map((chunk, position) => rowOf(work, chunk, position));
  let done = 0;
  for (const some of batchesOf(rows)) {
    await inHeld(desk, work, (tx) => insertChunks(tx, some));
    done += some.length;
    if (rows.length > mostPassages) await onProgress(done);
  }
  return rows.map((row) => ({ id: row.id, title: built.title, headingPath: row.heading_path, text: row.text }));
}

// Drops the rows of an interrupted attempt and of the version before the active one.
async function dropLeftovers(desk: Desk, work: LeasedVersion): Promise<void> {
  const { scope, documentId, version } = work;
  await inHeld(desk, work, (tx) => dropSegmentOf(tx, scope, documentId, version));
  for (let dropped = mostPassages; dropped === mostPassages;) {
    await inHeld(desk, work, async (tx, { active_version: active }) => {
      dropped = await dropSomeChunks(tx, scope, documentId, { except: active, limit: mostPassages });
    });
  }
}

/** Writes the index segment beside that of the active version, part by part. */
export async function storeSegment(
  desk: Desk,
  work: LeasedVersion,
  { language, passages }: { language: string; passages: readonly Passage[] },
  { stage, onProgress }: Pick<BuildSteps, 'stage'> & { onProgress: OnProgress },
): Promise<void> {
  const { scope, documentId, version } = work;
  let part = 0;
  let done = 0;
  for await (const { body, size } of segmentOf({ documentId, version, language, passages })) {
    await inHeld(desk, work, (tx) => saveSegment(tx, scope, { documentId, version, part }, body));
    // Do not stage a document of one part: loading it at activation is as fast.
    if (passages.length > size) await stage(work, part, body);
    part += 1;
    done += size;
    if (passages.length > mostPassages) await onProgress(done);
  }
}

function* batchesOf<R extends { text: string }>(rows: readonly R[]): Generator<R[]> {
  let open: R[] = [];
  let size = 0;
  for (const row of rows) {
    if (open.length > 0 && (open.length === mostPassages || size + row.text.length > mostCharacters)) {
      yield open;
      [open, size] = [[], 0];
    }
    open.push(row);
    size += row.text.length;
  }
  if (open.length > 0) yield open;
}

/**
 * Activates the version in one transaction: every search sees the old version before its commit, and the new one after it. The
 * passages of the old version stay until the next activation, for searches that have ranked but not yet read them.
 */
export function activate(desk: Desk, work: LeasedVersion, built: Built, steps: BuildSteps): Promise<void> {
  const { scope, documentId, version } = work;
  const now = desk.clock.now();
  return inHeld(desk, work, async (tx, before) => {
    const kept = before.active_version === null ? [version] : [version, before.active_version];
    await steps.activate(tx, work);
    await dropChunksExcept(tx, scope, documentId, kept);
    await dropSegmentsExcept(tx, scope, documentId, kept);
    await supersedeOthers(tx, scope, documentId, [version]);
    const { title, chunks, hiddenInstructions } = built;
    const state = {
      state: 'active',
      title,
      smuggled: hiddenInstructions,
      chunk_count: chunks.length,
      ingested_at: now,
    } as const;
    await saveVersion(tx, { organization_id: scope.organizationId, document_id: documentId, version }, state);
    await forgetOldSources(desk, tx, work);
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

/** Marks the document as ready, after the activation and the probe of the version. */
export function finish(desk: Desk, work: LeasedVersion): Promise<void> {
  return inHeld(desk, work, async (tx, document) => {
    await saveHeld(tx, work, { ...atRest, status: 'ready', stage_done: document.stage_total });
    await announceKnowledgeChange(desk, tx, work.scope);
  });
}

async function forgetOldSources(desk: Desk, tx: Tx, { scope, documentId, version }: LeasedVersion): Promise<void> {
  const row = await findVersion(tx, scope, documentId, version);
  const keys = await blobKeys(tx, scope, documentId, row?.blob_key);
  if (keys.length > 0) await desk.jobs.enqueue(tx, sourcesForgotten, { organizationId: scope.organizationId, keys });
}

/** Runs `write` in a transaction that first renews the lease and locks the document. Throws `LeaseLost`. */
function inHeld(
  desk: Desk,
  work: LeasedVersion,
  write: (tx: Tx, document: DocumentRow) => Promise<unknown>,
): Promise<void> {
  return inScope(desk.db, work.scope, async (tx) => {
    const document = await renewLease(tx, work);
    if (!document) throw new LeaseLost();
    await write(tx, document);
  });
}

const rowOf = ({ scope, documentId, version }: LeasedVersion, chunk: ChunkDraft, position: number) => ({
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
