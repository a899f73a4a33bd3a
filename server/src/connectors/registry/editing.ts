import type { Acting } from '../../access/index.ts';
import { unlessDuplicate, type Tx } from '../../platform/database/database.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import type { Desk } from '../../platform/desk.ts';
import { conflict, nameTaken, presentAt, type ExpectedVersion } from '../../platform/http/errors.ts';
import { lockConnector, type ConnectorRow } from './connectors.store.ts';
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
  expectedVersion: ExpectedVersion;
}

/** Runs a change in a transaction. Throws 409 if the name is taken. */
export const edit = <T>(desk: Desk, acting: Acting, work: (tx: Tx) => Promise<T>): Promise<T> =>
  unlessDuplicate(inScope(desk.db, acting, work), nameTaken);

export const lockedConnector = async (tx: Tx, scope: OrganizationScope, id: string): Promise<ConnectorRow> =>
  presentAt(await lockConnector(tx, scope, id), null);

/** Throws 409 `in_use` if rules use one of the templates. */
export function refuseInUse(users: readonly unknown[]): void {
  if (users.length > 0) throw conflict('in_use', sentence`Rules use it. Change them first.`, { users });
}
