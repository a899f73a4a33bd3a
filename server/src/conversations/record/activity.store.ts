import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';

/** Up to `limit` organizations, the one whose conversations changed last first; ids only (0170). */
export async function organizationsByActivity(tx: Tx, limit: number): Promise<OrganizationScope[]> {
  const { rows } = await sql<OrganizationScope>`
    select organization_id as "organizationId" from organizations_by_activity(${limit})`.execute(tx);
  return rows;
}
