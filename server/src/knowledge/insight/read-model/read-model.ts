import type { Tx } from '../../../platform/database/database.ts';
import type { Desk } from '../../../platform/desk.ts';
import { OrganizationCache } from '../../../platform/organization-cache.ts';
import { inSnapshot, type OrganizationScope } from '../../../platform/database/transaction.ts';
import { changesAfter, currentSnapshot, type SeenTransactions } from './changes.store.ts';
import { applyChanges, buildReadModel, type ReadModel } from './apply-changes.actions.ts';

/**
 * Runs `read` with the organization's read model, brought up to date in the same snapshot: it includes everything that any
 * process committed before. Runs one at a time for each organization, so that an older snapshot never overwrites a newer
 * one.
 */
export function withReadModel<T>(
  desk: Desk,
  scope: OrganizationScope,
  read: (readModel: ReadModel, tx: Tx) => Promise<T>,
): Promise<T> {
  const held = readModels.use(desk, scope.organizationId, notBuilt);
  const turn = held.queue.then(() =>
    inSnapshot(desk.db, scope, async (tx) => {
      const readModel = await bringUpToDate(tx, scope, held);
      readModels.makeRoom(desk);
      return read(readModel, tx);
    }),
  );
  held.queue = turn.catch(() => {});
  return turn;
}

/** The next reader rebuilds the read model. */
export const forgetReadModel = (desk: Desk, { organizationId }: OrganizationScope): void =>
  readModels.forget(desk, organizationId);

/** The limit for all organizations of the process together. */
const mostDocuments = 100_000;
/** Changes are kept for a day (`forgetChanges`): a read model that was unused for half of it is rebuilt. */
const longestUnseenMilliseconds = 12 * 3_600_000;

interface CachedReadModel {
  seen: { readModel: ReadModel; snapshot: SeenTransactions; at: number } | null;
  queue: Promise<unknown>;
}

const notBuilt = (): CachedReadModel => ({ seen: null, queue: Promise.resolve() });

const readModels = new OrganizationCache<CachedReadModel>({
  most: mostDocuments,
  sizeOf: ({ seen }) => seen?.readModel.documents.size ?? 0,
});

async function bringUpToDate(tx: Tx, scope: OrganizationScope, held: CachedReadModel): Promise<ReadModel> {
  const { seen } = held;
  const [snapshot, at] = [await currentSnapshot(tx), performance.now()];
  // An earlier snapshot means another database server, restored from a backup.
  const known = seen !== null && snapshot.next >= seen.snapshot.next && at - seen.at < longestUnseenMilliseconds;
  const readModel = known ? seen.readModel : await buildReadModel(tx, scope);
  if (known) await applyChanges(tx, scope, readModel, await changesAfter(tx, scope, seen.snapshot));
  held.seen = { readModel, snapshot, at };
  return readModel;
}
