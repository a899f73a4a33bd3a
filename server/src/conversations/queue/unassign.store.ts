import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';

/**
 * Takes at most `limit` conversations from a person, and returns how many. Their place by `updated_at` stays: nothing was said in them.
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
