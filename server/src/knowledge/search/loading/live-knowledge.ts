import type { Tx } from '../../../platform/database/database.ts';
import type { Desk } from '../../../platform/desk.ts';
import { inScope, type OrganizationScope } from '../../../platform/database/transaction.ts';
import { collectionStates } from '../../library/collections/collections.store.ts';
import { modelInUse } from '../embeddings/embedding-in-use.store.ts';
import { inTurn, makeRoom, type LiveKnowledge, type LoadedKnowledge } from './index-cache.ts';
import { clearInSteps, giveVectors, loadChanges } from './load-changes.ts';
import { hasVectorsOf } from '../embeddings/vector-distance.store.ts';
import { embedderInUse } from '../embeddings/replace-model.actions.ts';
import { knowledgeRevisionNow } from '../../library/passages/revision.store.ts';
import { removedSince, servingPassages } from '../../library/passages/segments.store.ts';

export type { LiveKnowledge } from './index-cache.ts';

/**
 * Brings the organization's index up to date and runs `work` with it. Runs one at a time for each organization, so that the
 * index does not change between ranking and answering; concurrent first uses load it once.
 */
export const withKnowledge = <T>(
  desk: Desk,
  scope: OrganizationScope,
  work: (live: LiveKnowledge) => Promise<T>,
  /** The newest revision, if the caller has just read it. */
  atRevision?: number,
): Promise<T> =>
  inTurn(desk, scope.organizationId, async (live) => {
    await bringUpToDate(desk, scope, live, atRevision);
    makeRoom(desk);
    return work(live);
  });

async function bringUpToDate(
  desk: Desk,
  scope: OrganizationScope,
  live: LoadedKnowledge,
  atRevision?: number,
): Promise<void> {
  const revision =
    atRevision === undefined ? await knowledgeRevisionNow(desk.db, scope) : Math.max(atRevision, live.revision);
  const changed = revision !== live.revision;
  if (changed) await prepare(desk, scope, live);
  const model = embedderInUse(desk, live.modelInUse)?.model ?? null;
  if (model !== live.model) await takeVectorsOf(model, desk, scope, live);
  if (!changed) return;
  await loadChanges(desk, scope, live);
  await inScope(desk.db, scope, async (tx) => {
    for (const { document_id } of await removedSince(tx, scope, live.revision)) {
      live.index.hide(document_id);
      live.documents.delete(document_id);
    }
    const states = await collectionStates(tx, scope);
    const enabled = states.filter((state) => state.enabled);
    live.enabledCollections = new Map(enabled.map(({ id, audience }) => [id, audience]));
    live.hasVectors = await hasVectors(tx, scope, live);
  });
  await clearInSteps(live.index);
  // Changes that arrived after the revision was read are applied again next time, which is harmless.
  live.revision = revision;
}

// Decides before anything is loaded: a large organization needs no memory for lists and vectors that it does not keep.
function prepare(desk: Desk, scope: OrganizationScope, live: LoadedKnowledge): Promise<void> {
  return inScope(desk.db, scope, async (tx) => {
    live.modelInUse = await modelInUse(tx, scope);
    if (live.index.isLean) return;
    if ((await servingPassages(tx, scope)) > desk.mostPassagesInMemory) live.index.makeLean();
  });
}

const hasVectors = async (tx: Tx, scope: OrganizationScope, { index, model }: LoadedKnowledge): Promise<boolean> =>
  index.isLean ? model !== null && (await hasVectorsOf(tx, scope, model)) : index.hasVectors;

// Replaces all vectors before the next question, so that an index never mixes the vectors of two models.
async function takeVectorsOf(
  model: string | null,
  desk: Desk,
  scope: OrganizationScope,
  live: LoadedKnowledge,
): Promise<void> {
  const ids = live.index.isLean ? [] : Array.from(live.index.documents(), ({ documentId }) => documentId);
  live.model = null;
  live.index.clearVectors();
  await giveVectors(desk, scope, { index: live.index, model }, ids);
  live.model = model;
  live.hasVectors = await inScope(desk.db, scope, (tx) => hasVectors(tx, scope, live));
}
