import type { Db, Tx } from './database.ts';
import { rowAccess, type RowAccess } from './scoped-dialect.ts';

/** Names the organization whose rows a transaction may see. Every store function takes one. */
export interface OrganizationScope {
  readonly organizationId: string;
}

type AfterCommit = () => void;
type BeforeCommit = () => Promise<void>;
const waiting = new WeakMap<Tx, { before: BeforeCommit[]; after: AfterCommit[]; undone: AfterCommit[] }>();

/**
 * The only way to an organization's rows: a transaction in which row-level security shows these rows only.
 * Await nothing slow inside (no vendor, model or file): the embedded engine has one session for all work.
 */
export const inScope = <T>(db: Db, scope: OrganizationScope, work: (tx: Tx) => Promise<T>): Promise<T> =>
  run(db, { organization: scope.organizationId, user: '' }, work);

/** Does the work and rolls it back. Throws the errors of the work, so that a change can be checked without being made. */
export async function inScopeRolledBack(db: Db, scope: OrganizationScope, work: (tx: Tx) => Promise<unknown>) {
  const takenBack = new Error('Taken back.');
  try {
    await inScope(db, scope, async (tx) => {
      await work(tx);
      throw takenBack;
    });
  } catch (error) {
    if (error !== takenBack) throw error;
  }
}

/** For an answer that combines several reads: all of them see the same snapshot, and none may write. */
export const inSnapshot = <T>(db: Db, scope: OrganizationScope, read: (tx: Tx) => Promise<T>): Promise<T> =>
  run(db, { organization: scope.organizationId, user: '' }, read, 'snapshot');

/** For the rows of one person across organizations: sign-in, `me`. Tenant tables except `membership` show nothing. */
export const asUser = <T>(db: Db, userId: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
  run(db, { organization: '', user: userId }, work);

/** For rows that belong to no organization (accounts, verified domains). Tenant tables show nothing. */
export const unscoped = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  run(db, { organization: '', user: '' }, work);

/** Runs `effect` after the transaction has committed; never when it rolls back. */
export const afterCommit = (tx: Tx, effect: AfterCommit): void => void effectsOf(tx).after.push(effect);

/** Runs `effect` after the transaction has failed, also if it is unknown whether it has committed. */
export const afterRollback = (tx: Tx, effect: AfterCommit): void => void effectsOf(tx).undone.push(effect);

/**
 * Runs `write` as the last step of the transaction; if it fails, the transaction fails. Use it for a write that takes a contended
 * lock: the lock is then held for the commit only, and its holder never waits for another lock.
 */
export const beforeCommit = (tx: Tx, write: BeforeCommit): void => void effectsOf(tx).before.push(write);

function effectsOf(tx: Tx) {
  const effects = waiting.get(tx);
  if (!effects) throw new Error('This needs a transaction of inScope, asUser or unscoped.');
  return effects;
}

async function run<T>(db: Db, access: RowAccess, work: (tx: Tx) => Promise<T>, kind?: 'snapshot'): Promise<T> {
  const effects = { before: [] as BeforeCommit[], after: [] as AfterCommit[], undone: [] as AfterCommit[] };
  const transaction = db.kysely.transaction();
  const begun = kind ? transaction.setIsolationLevel('repeatable read').setAccessMode('read only') : transaction;
  const commit = () =>
    begun.execute(async (tx) => {
      waiting.set(tx, effects);
      const done = await work(tx);
      for (const write of effects.before) await write();
      return done;
    });
  const committing = db.share.during(access.organization, () => rowAccess.run(access, commit));
  const result = await committing.catch((error: unknown) => {
    for (const effect of effects.undone) effect();
    throw error;
  });
  for (const effect of effects.after) effect();
  return result;
}
