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
 * Who is asked what questions mean: the model whose vectors the organization has, until all are made anew. When that one
 * cannot be asked any more, the configured one, for the passages that have its vectors; words find the others meanwhile.
 */
export function embedderInUse({ embedder, formerEmbedder }: Models, inUse: string | null): Embedder | null {
  if (!embedder || inUse === null || inUse === embedder.model) return embedder;
  return formerEmbedder(inUse) ?? embedder;
}

/**
 * Goes over to the configured model if all documents have its vectors. At the end of a transaction that has raised the
 * revision: under that lock of several documents finished at once the last one sees all others.
 */
export async function replaceModel({ embedder, jobs }: Desk, tx: Tx, scope: OrganizationScope): Promise<void> {
  if (!embedder) return;
  const inUse = await modelInUse(tx, scope);
  if (inUse === embedder.model || (await isUnfinished(tx, scope, embedder.model))) return;
  await useModel(tx, scope, embedder.model);
  await jobs.enqueue(tx, modelReplaced, scope, { key: scope.organizationId });
}

/** The document that an organization waited for may have been removed: then nobody finishes it. */
export async function sweepModels(desk: Desk, { model }: Embedder): Promise<void> {
  for (const { organization_id: organizationId } of await unscoped(desk.db, (tx) => replaceableModels(tx, model))) {
    await inScope(desk.db, { organizationId }, async (tx) => {
      await raiseRevision(tx, { organizationId });
      await replaceModel(desk, tx, { organizationId });
    });
  }
}

/** Short transactions: questions are answered in between. */
const vectorsAtOnce = 2_000;

/** Removes what models before made, but not what is being made: the configuration may have changed again. */
export async function forgetFormerVectors(desk: Desk, scope: OrganizationScope): Promise<void> {
  for (;;) {
    const dropped = await inScope(desk.db, scope, async (tx) => {
      const models = [await modelInUse(tx, scope), desk.embedder?.model].filter((model) => typeof model === 'string');
      return dropVectorsExcept(tx, scope, models, vectorsAtOnce);
    });
    if (dropped < vectorsAtOnce) return;
  }
}
