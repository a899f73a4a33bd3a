import type { Acting } from '../../access/index.ts';
import { errorCode } from '../../platform/database/database.ts';
import type { Tx } from '../../platform/database/database.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import type { Desk } from '../../platform/desk.ts';
import { conflict, invalidFields, notFound, versionConflict } from '../../platform/http/errors.ts';
import { lockConnector, type ConnectorRow } from './connectors.store.ts';
import type { FieldError } from '../../platform/http/field-error.logic.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';

/** What keeps a template from being deleted: rules are another domain's, so the composition says how to ask. */
export type RulesOfTemplates = (
  tx: Tx,
  scope: OrganizationScope,
  templateIds: readonly string[],
) => Promise<readonly { id: string | null; name: string }[]>;

/** An edit or removal of one thing, as the routes hand it over. */
export interface EditedConnector {
  id: string;
  expectedVersion: number | null;
}

/** One change in a transaction. 409 when a name is taken. */
export async function edit<T>(desk: Desk, acting: Acting, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await inScope(desk.db, acting, work);
  } catch (error) {
    if (errorCode(error) === uniqueViolation) throw conflict('already_exists', sentence`This name is taken.`);
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

export const lockedConnector = async (tx: Tx, scope: OrganizationScope, id: string): Promise<ConnectorRow> =>
  current(await lockConnector(tx, scope, id), null);

export function refuseFaults(faults: readonly FieldError[]): void {
  if (faults.length > 0) throw invalidFields([...faults]);
}

/** Throws 409 `in_use` with the rules that name one of the templates. */
export function refuseInUse(users: readonly unknown[]): void {
  if (users.length > 0) throw conflict('in_use', sentence`Rules use it. Change them first.`, { users });
}
