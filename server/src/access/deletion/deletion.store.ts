import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/** These work on the organization of the transaction, with rights that the run-time role lacks (migration 0174). */

/** Ends memberships, keys and invitations, and removes integrations, addresses and domains. False if the organization is kept or gone. */
export const closeOrganization = (tx: Tx, now: Date): Promise<boolean> =>
  valueOf(tx, sql<{ value: boolean }>`select close_organization(${now}) as value`);

/** Deletes up to `limit` rows of any table. Returns how many. Throws if the organization is to be kept. */
export const eraseRows = (tx: Tx, now: Date, limit: number): Promise<number> =>
  valueOf(tx, sql<{ value: number }>`select erase_organization_rows(${now}, ${limit}) as value`);

/** Throws while a row of another table refers to it. False if it is gone already. */
export const forgetOrganization = (tx: Tx, now: Date): Promise<boolean> =>
  valueOf(tx, sql<{ value: boolean }>`select forget_organization(${now}) as value`);

/** Works for all organizations: an SQL function with its own rights returns only ids. */
export async function organizationsToDelete(tx: Tx, now: Date): Promise<string[]> {
  const { rows } = await sql<{ organization_id: string }>`select * from organizations_to_delete(${now})`.execute(tx);
  return rows.map((row) => row.organization_id);
}

async function valueOf<T>(tx: Tx, query: { execute(tx: Tx): Promise<{ rows: { value: T }[] }> }): Promise<T> {
  const [row] = (await query.execute(tx)).rows;
  if (!row) throw new Error('A function returned no row.');
  return row.value;
}
