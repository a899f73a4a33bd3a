import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import type { CustomerRow } from '../record/conversations.store.ts';

const minute = 60_000;

/**
 * Counts a turn that this customer causes in any conversation, and reads the customer. `turns` is the count within the
 * minute that the first of these turns began.
 */
export async function countTurn(
  tx: Tx,
  scope: OrganizationScope,
  customerId: string,
  now: Date,
): Promise<{ customer: CustomerRow; turns: number } | null> {
  const isSameMinute = sql<boolean>`turn_pace.since > ${new Date(now.getTime() - minute)}`;
  const counted = await tx
    .with('counted', (db) =>
      db
        .insertInto('turn_pace')
        .values({ organization_id: scope.organizationId, customer_id: customerId, since: now, turns: 1 })
        .onConflict((conflict) =>
          conflict.columns(['organization_id', 'customer_id']).doUpdateSet({
            since: sql`case when ${isSameMinute} then turn_pace.since else excluded.since end`,
            turns: sql`case when ${isSameMinute} then turn_pace.turns + 1 else 1 end`,
          }),
        )
        .returning('turns'),
    )
    .selectFrom('customer')
    .innerJoin('counted', (join) => join.onTrue())
    .selectAll('customer')
    .select('counted.turns')
    .where('customer.organization_id', '=', scope.organizationId)
    .where('customer.id', '=', customerId)
    .executeTakeFirst();
  if (!counted) return null;
  const { turns, ...customer } = counted;
  return { customer, turns };
}

/** A superseded turn continues in the next one, so both count as one. */
export const uncountTurn = (tx: Tx, scope: OrganizationScope, customerId: string) =>
  tx
    .updateTable('turn_pace')
    .set({ turns: sql`greatest(turns - 1, 0)` })
    .where('organization_id', '=', scope.organizationId)
    .where('customer_id', '=', customerId)
    .execute();
