import { sql } from 'kysely';
import type { Db, Tx } from './database.ts';

/** Names the organization whose rows a transaction may see. Every store function takes one. */
export interface OrganizationScope {
  readonly organizationId: string;
}

type AfterCommit = () => void;
const waiting = new WeakMap<Tx, AfterCommit[]>();

/**
 * The only way to an organization's rows: a transaction whose first statement tells row-level security who is asking.
 * Nothing slow is awaited inside (no vendor, model or file): the embedded engine has one session for everybody.
 */
export const inScope = <T>(db: Db, scope: OrganizationScope, work: (tx: Tx) => Promise<T>): Promise<T> =>
  run(db, { organization: scope.organizationId, user: '' }, work);

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
export function afterCommit(tx: Tx, effect: AfterCommit): void {
  const effects = waiting.get(tx);
  if (!effects) throw new Error('afterCommit needs a transaction of inScope, asUser or unscoped.');
  effects.push(effect);
}

async function run<T>(
  db: Db,
  who: { organization: string; user: string },
  work: (tx: Tx) => Promise<T>,
  kind?: 'snapshot',
): Promise<T> {
  const effects: AfterCommit[] = [];
  const transaction = db.kysely.transaction();
  const begun = kind ? transaction.setIsolationLevel('repeatable read').setAccessMode('read only') : transaction;
  const result = await begun.execute(async (tx) => {
    waiting.set(tx, effects);
    // `true`: local to the transaction. A session-wide setting would leak into the next one on this connection.
    await sql`select set_config('app.organization_id', ${who.organization}, true),
                     set_config('app.user_id', ${who.user}, true)`.execute(tx);
    return work(tx);
  });
  for (const effect of effects) effect();
  return result;
}
