import { errorCode } from '../../platform/database/database.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Desk } from '../../platform/desk.ts';
import { conflict, invalidFields, notFound, versionConflict } from '../../platform/http/errors.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import { reviseForEditing } from '../policy/policy.store.ts';
import type { Fault } from './rule-checks.logic.ts';
import type { Reference } from './references.logic.ts';

/** One change of the policy: a transaction in which nobody else edits it. 409 when a name is taken. */
export async function editPolicy<T>(desk: Desk, scope: OrganizationScope, edit: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await inScope(desk.db, scope, async (tx) => {
      await reviseForEditing(tx, scope);
      return edit(tx);
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
  if (users.length > 0) throw conflict('in_use', 'It is in use; change its users first.', { users });
}

/** An edit or removal of one thing, as the routes hand it over. */
export interface Target {
  id: string;
  expectedVersion: number | null;
}
