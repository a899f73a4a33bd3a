import type { Tx } from '../../../platform/database/database.ts';
import type { Desk } from '../../../platform/desk.ts';
import type { Embedder } from '../../../platform/embedding/embedder.ts';
import { inScope, unscoped, type OrganizationScope } from '../../../platform/database/transaction.ts';
import { isUnfinished, modelInUse, replaceableModels, useModel } from './embedding-in-use.store.ts';
import { modelReplaced } from './embed.jobs.ts';
import { dropVectorsExcept } from './embeddings.store.ts';
import { raiseRevision } from '../../library/passages/revision.store.ts';

type Models = Pick<Desk, 'embedder' | 'formerEmbedder'>;

/**
 * The embedder for questions: the model whose vectors the organization has, until all vectors are remade. If that model is
 * no longer available, the configured one is used for the passages that have its vectors; the others are found by words.
 */
export function embedderInUse({ embedder, formerEmbedder }: Models, inUse: string | null): Embedder | null {
  if (!embedder || inUse === null || inUse === embedder.model) return embedder;
  return formerEmbedder(inUse) ?? embedder;
}

/**
 * Switches to the configured model if all documents have its vectors. Call it at the end of a transaction that has raised
 * the revision: under that lock, the last of several documents that finish at once sees all others.
 */
export async function replaceModel({ embedder, jobs }: Desk, tx: Tx, scope: OrganizationScope): Promise<void> {
  if (!embedder) return;
  const inUse = await modelInUse(tx, scope);
  if (inUse === embedder.model || (await isUnfinished(tx, scope, embedder.model))) return;
  await useModel(tx, scope, embedder.model);
  await jobs.enqueue(tx, modelReplaced, scope, { key: scope.organizationId });
}

/** Switches organizations whose last unfinished document was removed: no embedding job will finish it and switch them. */
export async function sweepModels(desk: Desk, { model }: Embedder): Promise<void> {
  for (const { organization_id: organizationId } of await unscoped(desk.db, (tx) => replaceableModels(tx, model))) {
    await inScope(desk.db, { organizationId }, async (tx) => {
      await raiseRevision(tx, { organizationId });
      await replaceModel(desk, tx, { organizationId });
    });
  }
}

/** Keeps transactions short, so that questions are answered in between. */
const vectorsAtOnce = 2_000;

/** Deletes the vectors of former models, but not those of the configured one: the configuration may have changed again. */
export async function forgetFormerVectors(desk: Desk, scope: OrganizationScope): Promise<void> {
  for (;;) {
    const dropped = await inScope(desk.db, scope, async (tx) => {
      const models = [await modelInUse(tx, scope), desk.embedder?.model].filter((model) => typeof model === 'string');
      return dropVectorsExcept(tx, scope, models, vectorsAtOnce);
    });
    if (dropped < vectorsAtOnce) return;
  }
}
