import type { Desk } from '../platform/desk.ts';
import type { Embedder } from '../platform/embedding/embedder.ts';
import type { Tx } from '../platform/database.ts';
import { inScope, unscoped, type OrganizationScope } from '../platform/transaction.ts';
import { textToEmbed } from './embedding-text.logic.ts';
import { documentUnembedded } from './embed.jobs.ts';
import {
  claimEmbedding,
  completeEmbedding,
  postponeEmbedding,
  returnEmbedding,
  unembeddedDocuments,
  type EmbeddingWork,
} from './embedding-work.store.ts';
import { saveVectors, unembeddedChunks, type PassageVector } from './embeddings.store.ts';
import { raiseRevision } from './revision.store.ts';

/** Some seconds of work; then it is other documents' turn, and a process that is being stopped need not wait long. */
const passagesAtOnce = 16;
const longestWaitSeconds = 3_600;

/**
 * Makes vectors for some passages of the version that serves, and promises the rest. Until the last is made, search goes on
 * without them. May run twice, or in the middle of a new version: it writes for the version that it read, while that serves.
 */
export async function embedDocument(desk: Desk, scope: OrganizationScope, documentId: string): Promise<void> {
  const { embedder } = desk;
  if (!embedder) return;
  const claimed = await inScope(desk.db, scope, (tx) => claim(embedder, tx, scope, documentId));
  if (!claimed) return;
  const { work, passages } = claimed;
  try {
    const vectors = await vectorsFor(embedder, passages);
    await keep(desk, scope, work, vectors);
  } catch (error) {
    const seconds = Math.min(longestWaitSeconds, 15 * 2 ** claimed.attempts);
    desk.log.warn(
      { document: documentId, seconds, err: (error as Error).name },
      'passages not embedded, tried again later',
    );
    await inScope(desk.db, scope, (tx) => postponeEmbedding(tx, scope, work, seconds));
  }
}

/**
 * Promises vectors to documents that serve without: an upgrade brought the model, EMBEDDINGS was switched on, the model is
 * another one, a process died. Returns how many.
 */
export async function sweepEmbeddings({ embedder, ...desk }: Desk): Promise<number> {
  if (!embedder) return 0;
  const documents = await unscoped(desk.db, (tx) => unembeddedDocuments(tx, embedder.model));
  for (const { organization_id: organizationId, document_id: documentId } of documents) {
    await inScope(desk.db, { organizationId }, (tx) => promise(desk, tx, { organizationId }, documentId));
  }
  return documents.length;
}

/** In the transaction that makes the document serve. */
export async function promiseVectors(desk: Desk, tx: Tx, scope: OrganizationScope, documentId: string): Promise<void> {
  if (desk.embedder) await promise(desk, tx, scope, documentId);
}

const promise = (
  { jobs }: Pick<Desk, 'jobs'>,
  tx: Tx,
  { organizationId }: OrganizationScope,
  documentId: string,
): Promise<void> => jobs.enqueue(tx, documentUnembedded, { organizationId, documentId }, { key: documentId });

async function claim(embedder: Embedder, tx: Tx, scope: OrganizationScope, documentId: string) {
  const { model } = embedder;
  const document = await claimEmbedding(tx, scope, documentId, model);
  if (!document) return null;
  const work: EmbeddingWork = { documentId, version: document.version, model };
  // Of a language that the model does not read its vectors would say nothing: such passages stay without, for good.
  const rows = embedder.reads(document.language) ? await unembeddedChunks(tx, scope, work, passagesAtOnce) : [];
  const passages = rows.map((row) => ({
    id: row.id,
    title: document.title,
    headingPath: row.heading_path,
    text: row.text,
  }));
  return { work, passages, attempts: document.attempts };
}

type Passages = NonNullable<Awaited<ReturnType<typeof claim>>>['passages'];

async function vectorsFor(embedder: Embedder, passages: Passages): Promise<PassageVector[]> {
  const texts = passages.map((passage) => textToEmbed(passage, embedder.span));
  const vectors = await embedder.embed(texts, 'passages');
  return passages.flatMap(({ id: chunkId }, at) => {
    const vector = vectors[at];
    return vector ? [{ chunkId, vector }] : [];
  });
}

function keep(
  desk: Desk,
  scope: OrganizationScope,
  work: EmbeddingWork,
  vectors: readonly PassageVector[],
): Promise<void> {
  return inScope(desk.db, scope, async (tx) => {
    // First: with the document locked, its passages cannot go away before their vectors are written.
    if (!(await returnEmbedding(tx, scope, work))) return;
    if (vectors.length > 0) await saveVectors(tx, scope, work, vectors);
    if (vectors.length === passagesAtOnce) await promise(desk, tx, scope, work.documentId);
    else await completeEmbedding(tx, scope, work, await raiseRevision(tx, scope));
  });
}
