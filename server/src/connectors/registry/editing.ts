import type { Acting } from '../../access/index.ts';
import { isDuplicate } from '../../platform/database/database.ts';
import type { Tx } from '../../platform/database/database.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import type { Desk } from '../../platform/desk.ts';
import { conflict, invalidFields, notFound, versionConflict } from '../../platform/http/errors.ts';
import { lockConnector, type ConnectorRow } from './connectors.store.ts';
import type { FieldError } from '../../platform/http/field-error.logic.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';

/** Returns the rules that use these templates. Rules belong to another domain, so the composition passes this function in. */
export type RulesOfTemplates = (
  tx: Tx,
  scope: OrganizationScope,
  templateIds: readonly string[],
) => Promise<readonly { id: string | null; name: string }[]>;

/** The target of an edit or removal, as the routes pass it. */
export interface EditedConnector {
  id: string;
  expectedVersion: number | null;
}

/** Runs a change in a transaction. Throws 409 if the name is taken. */
export async function edit<T>(desk: Desk, acting: Acting, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await inScope(desk.db, acting, work);
  } catch (error) {
    if (isDuplicate(error)) throw conflict('already_exists', sentence`This name is taken.`);
    throw error;
  }
}

/** The row to edit: throws 404 if it is missing, 412 if it is not the version that the editor has seen. */
export function current<Row extends { version: number }>(row: Row | undefined, expectedVersion: number | null): Row {
  if (!row) throw notFound();
  if (expectedVersion !== null && expectedVersion !== row.version) throw versionConflict();
  return row;
}

export const lockedConnector = async (tx: Tx, scope: OrganizationScope, id: string): Promise<ConnectorRow> =>
  current(await lockConnector(tx, scope, id), null);

export function refuseFaults(faults: readonly FieldError[]): void {
  if (faults.length > 0) throw invalidFields([...faults]);
}

/** Throws 409 `in_use` if rules use one of the templates. */
export function refuseInUse(users: readonly unknown[]): void {
  if (users.length > 0) throw conflict('in_use', sentence`Rules use it. Change them first.`, { users });
}
