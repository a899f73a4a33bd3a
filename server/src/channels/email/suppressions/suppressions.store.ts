import { sql, type Insertable, type Selectable } from 'kysely';
import type { Tables, Tx } from '../../../platform/database/database.ts';
import type { OrganizationScope } from '../../../platform/database/transaction.ts';
import '../../port/channels.tables.ts';

export type SuppressionRow = Selectable<Tables['email_suppression']>;

/** Stops mail to the address; a repeat keeps the first reason. */
export const suppress = (tx: Tx, row: Insertable<Tables['email_suppression']>) =>
  tx
    .insertInto('email_suppression')
    .values(row)
    .onConflict((conflict) => conflict.columns(['organization_id', 'address']).doNothing())
    .execute();

/** The suppression of an address (lower case); undefined if mail may be sent. */
export const findSuppression = (
  tx: Tx,
  scope: OrganizationScope,
  address: string,
): Promise<SuppressionRow | undefined> =>
  tx
    .selectFrom('email_suppression')
    .selectAll()
    .where('organization_id', '=', scope.organizationId)
    .where('address', '=', address)
    .executeTakeFirst();

export const findSuppressionById = (
  tx: Tx,
  scope: OrganizationScope,
  id: string,
): Promise<SuppressionRow | undefined> =>
  tx
    .selectFrom('email_suppression')
    .selectAll()
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .executeTakeFirst();

const at = sql<Date>`date_trunc('milliseconds', created_at)`;

/** Newest first. Returns one row more than `limit`. */
export const listSuppressionRows = (
  tx: Tx,
  scope: OrganizationScope,
  { after, limit }: { after: { at: string; id: string } | null; limit: number },
): Promise<SuppressionRow[]> =>
  tx
    .selectFrom('email_suppression')
    .selectAll()
    .where('organization_id', '=', scope.organizationId)
    .$if(after !== null, (rows) =>
      rows.where(
        sql<boolean>`(${at} < ${after?.at}::timestamptz or (${at} = ${after?.at}::timestamptz and id > ${after?.id}::uuid))`,
      ),
    )
    .orderBy(at, 'desc')
    .orderBy('id')
    .limit(limit + 1)
    .execute();

export const deleteSuppressionRow = (
  tx: Tx,
  scope: OrganizationScope,
  id: string,
): Promise<SuppressionRow | undefined> =>
  tx
    .deleteFrom('email_suppression')
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
