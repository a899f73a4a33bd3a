import type { Tx } from '../../../platform/database/database.ts';
import type { Desk } from '../../../platform/desk.ts';
import { OrganizationCache } from '../../../platform/organization-cache.ts';
import { inSnapshot, type OrganizationScope } from '../../../platform/database/transaction.ts';
import { changesAfter, lookOf, type Look } from './changes.store.ts';
import { followChanges, wholePicture, type Picture } from './apply-changes.actions.ts';

/**
 * Runs `read` with what is known of the organization's knowledge, brought up to date in the same snapshot: what any process
 * committed before it began is in it. One at a time for each organization, so that an older snapshot never overwrites a newer.
 */
export function withPicture<T>(
  desk: Desk,
  scope: OrganizationScope,
  read: (picture: Picture, tx: Tx) => Promise<T>,
): Promise<T> {
  const held = pictures.use(desk, scope.organizationId, unseen);
  const turn = held.queue.then(() =>
    inSnapshot(desk.db, scope, async (tx) => {
      const picture = await bringUpToDate(tx, scope, held);
      pictures.makeRoom(desk);
      return read(picture, tx);
    }),
  );
  held.queue = turn.catch(() => {});
  return turn;
}

/** The next look is at everything. */
export const forgetPicture = (desk: Desk, { organizationId }: OrganizationScope): void =>
  pictures.forget(desk, organizationId);

/** Of all organizations of the process. */
const mostDocuments = 100_000;
/** Changes are kept for a day (`forgetChanges`): a picture that was not looked at for half of it is made anew. */
const longestUnseen = 12 * 3_600_000;

interface Held {
  seen: { picture: Picture; look: Look; at: number } | null;
  queue: Promise<unknown>;
}

const unseen = (): Held => ({ seen: null, queue: Promise.resolve() });

const pictures = new OrganizationCache<Held>({
  most: mostDocuments,
  sizeOf: ({ seen }) => seen?.picture.documents.size ?? 0,
});

async function bringUpToDate(tx: Tx, scope: OrganizationScope, held: Held): Promise<Picture> {
  const { seen } = held;
  const [look, at] = [await lookOf(tx), performance.now()];
  // An earlier one is another server's: a database that was restored.
  const known = seen !== null && look.next >= seen.look.next && at - seen.at < longestUnseen;
  const picture = known ? seen.picture : await wholePicture(tx, scope);
  if (known) await followChanges(tx, scope, picture, await changesAfter(tx, scope, seen.look));
  held.seen = { picture, look, at };
  return picture;
}
