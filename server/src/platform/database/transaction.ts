import type { Db, Tx } from './database.ts';
import { asking, type Asker } from './scoped-dialect.ts';

/** Names the organization whose rows a transaction may see. Every store function takes one. */
export interface OrganizationScope {
  readonly organizationId: string;
}

type AfterCommit = () => void;
type BeforeCommit = () => Promise<void>;
const waiting = new WeakMap<Tx, { before: BeforeCommit[]; after: AfterCommit[] }>();

/**
 * The only way to an organization's rows: a transaction that begins by telling row-level security who is asking.
 * Nothing slow is awaited inside (no vendor, model or file): the embedded engine has one session for everybody.
 */
export const inScope = <T>(db: Db, scope: OrganizationScope, work: (tx: Tx) => Promise<T>): Promise<T> =>
  run(db, { organization: scope.organizationId, user: '' }, work);

/** Does the work and takes it back: for what it would throw. */
export async function inScopeTakenBack(db: Db, scope: OrganizationScope, work: (tx: Tx) => Promise<unknown>) {
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

/** For an answer that is put together from several reads: all of them see one moment, and none may write. */
export const inSnapshot = <T>(db: Db, scope: OrganizationScope, read: (tx: Tx) => Promise<T>): Promise<T> =>
  run(db, { organization: scope.organizationId, user: '' }, read, 'snapshot');

/** Rows of one person across organizations: sign-in, `me`. Tenant tables but `membership` show nothing. */
export const asUser = <T>(db: Db, userId: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
  run(db, { organization: '', user: userId }, work);

/** Rows that belong to no organization (accounts, verified domains). Tenant tables show nothing. */
export const unscoped = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  run(db, { organization: '', user: '' }, work);

/** Runs `effect` once the transaction has committed; never when it rolls back. */
export const afterCommit = (tx: Tx, effect: AfterCommit): void => void effectsOf(tx).after.push(effect);

/**
 * Runs `write` as the last thing of the transaction, which fails with it. For what takes a lock that everybody needs: taken
 * last, it is held for the commit only, and nobody who holds it waits for another lock.
 */
export const beforeCommit = (tx: Tx, write: BeforeCommit): void => void effectsOf(tx).before.push(write);

function effectsOf(tx: Tx) {
  const effects = waiting.get(tx);
  if (!effects) throw new Error('This needs a transaction of inScope, asUser or unscoped.');
  return effects;
}

async function run<T>(db: Db, asker: Asker, work: (tx: Tx) => Promise<T>, kind?: 'snapshot'): Promise<T> {
  const effects = { before: [] as BeforeCommit[], after: [] as AfterCommit[] };
  const transaction = db.kysely.transaction();
  const begun = kind ? transaction.setIsolationLevel('repeatable read').setAccessMode('read only') : transaction;
  const result = await asking.run(asker, () =>
    begun.execute(async (tx) => {
      waiting.set(tx, effects);
      const done = await work(tx);
      for (const write of effects.before) await write();
      return done;
    }),
  );
  for (const effect of effects.after) effect();
  return result;
}
