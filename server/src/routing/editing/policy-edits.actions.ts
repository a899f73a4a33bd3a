import type { Acting } from '../../access/index.ts';
import { errorCode } from '../../platform/database/database.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Desk } from '../../platform/desk.ts';
import { conflict, invalidFields, notFound, versionConflict } from '../../platform/http/errors.ts';
import { inScope } from '../../platform/database/transaction.ts';
import { lockPolicy, readRevision, reviseForEditing } from '../policy/policy.store.ts';
import { hasSnapshot, keepSnapshot } from '../policy/snapshots.store.ts';
import type { Fault } from './rule-checks.logic.ts';
import type { Reference } from './references.logic.ts';

/** One change of the policy: a transaction in which nobody else edits it. 409 when a name is taken. */
export async function editPolicy<T>(desk: Desk, acting: Acting, edit: (tx: Tx) => Promise<T>): Promise<T> {
  const at = desk.clock.now();
  try {
    return await inScope(desk.db, acting, async (tx) => {
      await lockPolicy(tx, acting);
      // Once, for the state that nobody has kept yet: decisions of it are replayed too.
      if (!(await hasSnapshot(tx, acting, await readRevision(tx, acting))))
        await keepSnapshot(tx, acting, { author: null, at });
      await reviseForEditing(tx, acting);
      const result = await edit(tx);
      await keepSnapshot(tx, acting, { author: acting.actor, at });
      return result;
    });
  } catch (error) {
    if (errorCode(error) === uniqueViolation) throw conflict('already_exists', 'This name is taken.');
    throw error;
  }
}

const uniqueViolation = '23505';

/** The row that an edit is about: 404 without it, 412 when it is not the version that the editor has seen. */
export function current<Row extends { version: number }>(row: Row | undefined, expectedVersion: number | null): Row {
  if (!row) throw notFound();
  if (expectedVersion !== null && expectedVersion !== row.version) throw versionConflict();
  return row;
}

export function refuseFaults(faults: readonly Fault[]): void {
  if (faults.length > 0) throw invalidFields([...faults]);
}

export function refuseInUse(users: readonly Reference[]): void {
  if (users.length > 0) throw conflict('in_use', 'It is in use. Change what uses it first.', { users });
}

/** An edit or removal of one thing, as the routes hand it over. */
export interface Target {
  id: string;
  expectedVersion: number | null;
}
