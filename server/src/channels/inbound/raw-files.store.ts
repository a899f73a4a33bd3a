import type { Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import '../port/channels.tables.ts';

/** Which of these files an event names. */
export async function namedRawFiles(
  tx: Tx,
  { organizationId }: OrganizationScope,
  keys: readonly string[],
): Promise<Set<string | null>> {
  const rows = await tx
    .selectFrom('inbound_event')
    .select('raw_key')
    .where('organization_id', '=', organizationId)
    .where('raw_key', 'in', keys)
    .execute();
  return new Set(rows.map(({ raw_key }) => raw_key));
}
