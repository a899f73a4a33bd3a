import type { Tx } from '../../platform/database.ts';
import type { Desk } from '../../platform/desk.ts';
import { inSnapshot, type OrganizationScope } from '../../platform/transaction.ts';
import { changesAfter, lookOf, type Look } from './changes.store.ts';
import { followChanges, wholePicture, type Picture } from './look.actions.ts';

/**
 * Runs `read` with what is known of the organization's knowledge, brought up to date in the same snapshot: what any process
 * committed before it began is in it. One at a time for each organization, so that an older snapshot never overwrites a newer.
 */
export function withPicture<T>(
  desk: Desk,
  scope: OrganizationScope,
  read: (picture: Picture, tx: Tx) => Promise<T>,
): Promise<T> {
  const held = heldFor(desk, scope.organizationId);
  const turn = held.queue.then(() =>
    inSnapshot(desk.db, scope, async (tx) => {
      const picture = await bringUpToDate(tx, scope, held);
      makeRoom(desk);
      return read(picture, tx);
    }),
  );
  held.queue = turn.catch(() => {});
  return turn;
}

/** The next look is at everything. */
export const forgetPicture = (desk: Desk, { organizationId }: OrganizationScope): void =>
  void byDatabase.get(desk.db)?.delete(organizationId);

/** Of all organizations of the process; the one asked least recently goes first. */
const mostDocuments = 100_000;
/** Changes are kept for a day (`forgetChanges`): a picture that was not looked at for half of it is made anew. */
const longestUnseen = 12 * 3_600_000;

interface Held {
  seen: { picture: Picture; look: Look; at: number } | null;
  queue: Promise<unknown>;
}

// By database: two desks in one process (tests) do not share what they know. In the order of use.
const byDatabase = new WeakMap<Desk['db'], Map<string, Held>>();

function heldFor(desk: Desk, organizationId: string): Held {
  const all = byDatabase.get(desk.db) ?? new Map<string, Held>();
  byDatabase.set(desk.db, all);
  const held = all.get(organizationId) ?? { seen: null, queue: Promise.resolve() };
  all.delete(organizationId);
  all.set(organizationId, held);
  return held;
}

function makeRoom(desk: Desk): void {
  const all = byDatabase.get(desk.db) ?? new Map<string, Held>();
  const sizeOf = ({ seen }: Held) => seen?.picture.documents.size ?? 0;
  let documents = [...all.values()].reduce((sum, held) => sum + sizeOf(held), 0);
  for (const [organizationId, held] of all) {
    if (documents <= mostDocuments || all.size === 1) return;
    documents -= sizeOf(held);
    all.delete(organizationId);
  }
}

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
