import type { Desk } from '../../../platform/desk.ts';
import type { Embedder } from '../../../platform/embedding/embedder.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { inScope, unscoped, type OrganizationScope } from '../../../platform/database/transaction.ts';
import { keepModelInUse } from './embedding-in-use.store.ts';
import { textToEmbed } from './embedding-text.logic.ts';
import { documentUnembedded } from './embed.jobs.ts';
import {
  announceVectors,
  claimEmbedding,
  completeEmbedding,
  postponeEmbedding,
  returnEmbedding,
  unembeddedDocuments,
  type EmbeddingWork,
} from './embedding-queue.store.ts';
import { saveVectors, unembeddedChunks, type PassageVector } from './embeddings.store.ts';
import { embedderInUse, replaceModel, sweepModels } from './replace-model.actions.ts';
import { announceKnowledgeChange } from '../../library/announce-change.actions.ts';
import { raiseRevision } from '../../library/passages/revision.store.ts';

const longestWaitSeconds = 3_600;

/**
 * Embeds one batch of passages of the serving version and enqueues the rest; until the last batch, search goes on without
 * these vectors. May run twice, or during a new version: it writes only for the version that it read, while that serves.
 */
export async function embedDocument(desk: Desk, scope: OrganizationScope, documentId: string): Promise<void> {
  const { embedder } = desk;
  // The sweeper retries the document later; while the embedder rests, no attempt is counted.
  if (!embedder || embedder.resting) return;
  const claimed = await inScope(desk.db, scope, (tx) => claim(desk, embedder, { tx, scope, documentId }));
  if (!claimed) return;
  const { work, maker, passages, attempts } = claimed;
  try {
    const vectors = await vectorsFor(maker, passages);
    await keep(desk, scope, claimed, vectors);
  } catch (error) {
    const isFormer = maker.model !== embedder.model;
    const seconds = isFormer ? 0 : Math.min(longestWaitSeconds, 15 * 2 ** attempts);
    desk.log.warn(
      { document: documentId, model: maker.model, seconds, err: (error as Error).name },
      'passages not embedded, tried again later',
    );
    await inScope(desk.db, scope, async (tx) => {
      await postponeEmbedding(tx, scope, work, seconds);
      if (isFormer) await enqueueDocument(desk, tx, scope, documentId);
    });
  }
}

/**
 * Enqueues documents that serve without vectors: after an upgrade that brought the model, after EMBEDDINGS was switched on,
 * after a change of the model, or after a process died. Returns the number of documents.
 */
export async function sweepEmbeddings(desk: Desk): Promise<number> {
  const { embedder } = desk;
  if (!embedder) return 0;
  await sweepModels(desk, embedder);
  if (embedder.resting) return 0;
  const documents = await unscoped(desk.db, (tx) => unembeddedDocuments(tx, embedder.model));
  for (const { organization_id: organizationId, document_id: documentId } of documents) {
    await inScope(desk.db, { organizationId }, (tx) => enqueueDocument(desk, tx, { organizationId }, documentId));
  }
  return documents.length;
}

/** Call it in the transaction that makes the document serve. */
export async function queueEmbedding(desk: Desk, tx: Tx, scope: OrganizationScope, documentId: string): Promise<void> {
  if (desk.embedder) await enqueueDocument(desk, tx, scope, documentId);
}

const enqueueDocument = (
  { jobs }: Pick<Desk, 'jobs'>,
  tx: Tx,
  { organizationId }: OrganizationScope,
  documentId: string,
): Promise<void> => jobs.enqueue(tx, documentUnembedded, { organizationId, documentId }, { key: documentId });

interface Claimed {
  work: EmbeddingWork;
  /** The embedder for this batch: the model in use for a new document, otherwise the configured one. */
  maker: Embedder;
  passages: { id: string; title: string; headingPath: string[]; text: string }[];
  attempts: number;
}

async function claim(
  desk: Desk,
  embedder: Embedder,
  { tx, scope, documentId }: { tx: Tx; scope: OrganizationScope; documentId: string },
): Promise<Claimed | null> {
  const document = await claimEmbedding(tx, scope, documentId, embedder.model);
  if (!document) return null;
  const { version, title, language, attempts } = document;
  const inUse = embedderInUse(desk, await keepModelInUse(tx, scope, embedder.model)) ?? embedder;
  // Only at the first attempt: a failure of the former model must not keep the document from the new one.
  const triesFormer = attempts === 1 && !inUse.resting;
  for (const maker of triesFormer ? [inUse, embedder] : [embedder]) {
    const work = { documentId, version, model: maker.model };
    // Vectors for a language that the model does not read are meaningless: such passages stay without vectors for good.
    const rows = maker.reads(language) ? await unembeddedChunks(tx, scope, work, maker.batch) : [];
    if (rows.length === 0 && maker !== embedder) continue;
    const passages = rows.map(({ id, heading_path: headingPath, text }) => ({ id, title, headingPath, text }));
    return { work, maker, passages, attempts };
  }
  return null;
}

async function vectorsFor(maker: Embedder, passages: Claimed['passages']): Promise<PassageVector[]> {
  if (passages.length === 0) return [];
  const texts = passages.map((passage) => textToEmbed(passage, maker.span));
  const vectors = await maker.embed(texts, 'passages');
  return passages.flatMap(({ id: chunkId }, at) => {
    const vector = vectors[at];
    return vector ? [{ chunkId, vector }] : [];
  });
}

function keep(
  desk: Desk,
  scope: OrganizationScope,
  { work, maker }: Claimed,
  vectors: readonly PassageVector[],
): Promise<void> {
  return inScope(desk.db, scope, async (tx) => {
    // This locks the document first, so that its passages cannot be deleted before their vectors are written.
    if (!(await returnEmbedding(tx, scope, work))) return;
    if (vectors.length > 0) await saveVectors(tx, scope, work, vectors);
    const isFormer = maker.model !== desk.embedder?.model;
    const isLast = vectors.length < maker.batch;
    if (isFormer || !isLast) await enqueueDocument(desk, tx, scope, work.documentId);
    if (!isLast) return;
    // The language model compares near passages, and the new vectors show which passages are near.
    if (!isFormer && desk.languageModel) await announceKnowledgeChange(desk, tx, scope);
    const revision = await raiseRevision(tx, scope);
    if (isFormer) return void (await announceVectors(tx, scope, work, revision));
    await completeEmbedding(tx, scope, work, revision);
    await replaceModel(desk, tx, scope);
  });
}
