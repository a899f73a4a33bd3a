import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';

/**
 * Unassigns at most `limit` conversations of a person and returns their number. `updated_at` stays: the conversations keep
 * their place in the list, since nobody wrote in them.
 */
export async function unassign(
  tx: Tx,
  { organizationId }: OrganizationScope,
  { userId, limit }: { userId: string; limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`update conversation set assignee_id = null, version = version + 1
    where organization_id = ${organizationId} and id in (
      select c.id from conversation c where c.organization_id = ${organizationId} and c.assignee_id = ${userId}::uuid
      order by c.id limit ${limit})`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
