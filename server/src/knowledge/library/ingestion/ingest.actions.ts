import type { DocumentErrorCode } from '@desk/contract/documents';
import { BlobStoreUnavailable } from '../../../platform/blobs/blobs.ts';
import type { Desk } from '../../../platform/desk.ts';
import { inScope, type OrganizationScope } from '../../../platform/database/transaction.ts';
import type { DocumentRow } from '../versions/documents.store.ts';
import { fetchFromDrive, type Fetched, type VersionToFetch } from '../drive/files/fetch.actions.ts';
import { abandon, releaseForRetry, keepLease, LeaseLost, postpone } from '../versions/ingest-lease.actions.ts';
import { claim, enterStage, mostAttempts, type LeasedVersion } from '../versions/ingestion-queue.store.ts';
import type { BuildSteps } from './build-steps.ts';
import { formatOf, readDocument, type ParseFailure } from '../parsing/index.ts';
import { activate, finish, storeChunks, storeSegment, type Built } from './publish.actions.ts';
import { findVersion, type VersionRow } from '../versions/versions.store.ts';

/** Seconds for each stage. After them the sweeper takes the document from its process (docs/promises.md P6). */
const seconds = { fetching: 90, parsing: 90, chunking: 120, indexing: 120 };

/** Builds the document's pending version beside the active one, and activates it when it is complete. */
export async function ingest(
  desk: Desk,
  scope: OrganizationScope,
  documentId: string,
  steps: BuildSteps,
): Promise<void> {
  const document = await inScope(desk.db, scope, (tx) => claim(tx, scope, documentId, seconds.fetching));
  if (!document || document.pending_version === null || document.lease === null) return;
  const work: LeasedVersion = { scope, documentId, version: document.pending_version, lease: document.lease };
  if (document.attempts > mostAttempts) return abandon(desk, work, 'timeout');
  const release = keepLease(desk, work);
  try {
    await build(desk, work, document, steps);
  } catch (error) {
    if (error instanceof LeaseLost) return;
    if (error instanceof BlobStoreUnavailable) return await postpone(desk, work);
    await releaseForRetry(desk, work);
    throw error;
  } finally {
    release();
    await steps.withdraw(work);
  }
}

async function build(desk: Desk, work: LeasedVersion, document: DocumentRow, steps: BuildSteps): Promise<void> {
  // The version is already active if a process died between its activation and its probe.
  if (document.active_version !== work.version) {
    const version = await inScope(desk.db, work.scope, (tx) =>
      findVersion(tx, work.scope, work.documentId, work.version),
    );
    if (!version) throw new LeaseLost();
    const source = await sourceOf(desk, work, { document, version });
    const built = source && (await read(desk, work, source));
    if (!built) return;
    await publish(desk, work, built, steps);
  }
  await steps.probe(work);
  await finish(desk, work);
}

// Returns null if there is nothing to read: the document then records the error, or the source has not changed.
async function sourceOf(desk: Desk, work: LeasedVersion, ordered: VersionToFetch): Promise<Fetched | null> {
  if (ordered.version.content_hash === null) return fetchFromDrive(desk, work, ordered);
  const bytes = await desk.blobs.get(ordered.version.blob_key);
  return bytes ? { ...ordered, bytes } : refuse(desk, work, 'fetch_not_found');
}

// Returns null if the document cannot be read, and records the error in the document.
async function read(desk: Desk, work: LeasedVersion, { document, version, bytes }: Fetched): Promise<Built | null> {
  await enter(desk, work, { status: 'parsing', done: 0, total: 1 });
  const outcome = await readDocument(desk.log, orderOf(document, version), bytes);
  if (!outcome.ok) return refuse(desk, work, outcome.failure);
  const { title, chunks, hiddenInstructions } = outcome.passages;
  const language = document.language_given ?? (await detectLanguage(chunks.map((chunk) => chunk.text)));
  return { title, language, chunks, hiddenInstructions };
}

const orderOf = (document: DocumentRow, version: VersionRow) => ({
  format: formatOf(version.media_type),
  title: document.title_given ? document.title : null,
  fallbackTitle: document.title,
  language: document.language_given ?? 'en',
});

async function publish(desk: Desk, work: LeasedVersion, built: Built, steps: BuildSteps): Promise<void> {
  const total = built.chunks.length;
  await enter(desk, work, { status: 'chunking', done: 0, total });
  const passages = await storeChunks(desk, work, built, (done) =>
    enter(desk, work, { status: 'chunking', done, total }),
  );
  await enter(desk, work, { status: 'indexing', done: 0, total });
  await storeSegment(
    desk,
    work,
    { language: built.language ?? 'en', passages },
    {
      stage: steps.stage,
      onProgress: (done) => enter(desk, work, { status: 'indexing', done, total }),
    },
  );
  await activate(desk, work, built, steps);
}

interface Progress {
  status: 'parsing' | 'chunking' | 'indexing';
  done: number;
  total: number;
}

async function enter(desk: Desk, work: LeasedVersion, progress: Progress): Promise<void> {
  const kept = await inScope(desk.db, work.scope, (tx) =>
    enterStage(tx, work, { ...progress, seconds: seconds[progress.status] }),
  );
  if (!kept) throw new LeaseLost();
}

async function refuse(
  desk: Desk,
  work: LeasedVersion,
  code: ParseFailure | Extract<DocumentErrorCode, 'fetch_not_found'>,
): Promise<null> {
  await abandon(desk, work, code);
  return null;
}

/** With fewer characters the detector is unreliable. */
const leastCharacters = 20;
/** Enough text from the beginning of a document to detect its language. */
const mostTexts = 20;
const mostCharacters = 4_000;

/** Returns the main language of the text as ISO 639-1, or null if there is too little text. */
async function detectLanguage(texts: readonly string[]): Promise<string | null> {
  const text = texts.slice(0, mostTexts).join(' ').slice(0, mostCharacters);
  if (text.length < leastCharacters) return null;
  // Import the detector with the first document. Its smallest model is enough for a whole passage.
  const { eld } = await import('eld/extrasmall');
  return eld.detect(text).language || null;
}
