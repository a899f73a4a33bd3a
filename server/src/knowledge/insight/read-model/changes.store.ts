import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import type { OrganizationScope } from '../../../platform/database/transaction.ts';
import '../../library/knowledge.tables.ts';

/** Which transactions had been seen by a look: all before `next` but those that were `open`. */
export interface SeenTransactions {
  next: number;
  open: number[];
}

export async function currentSnapshot(tx: Tx): Promise<SeenTransactions> {
  const { rows } = await sql<{ snapshot: string }>`select pg_current_snapshot()::text as snapshot`.execute(tx);
  const [, next = '', open = ''] = (rows[0]?.snapshot ?? '').split(':');
  return { next: Number(next), open: open.split(',').filter(Boolean).map(Number) };
}

/** What has been changed by transactions that this look has not seen (0028). */
export const changesAfter = (tx: Tx, scope: OrganizationScope, { next, open }: SeenTransactions) =>
  tx
    .selectFrom('knowledge_change')
    .select(['subject', 'key'])
    .distinct()
    .where('organization_id', '=', scope.organizationId)
    .where(sql<boolean>`(in_transaction >= ${next}::bigint or in_transaction = any(${open}::bigint[]))`)
    .execute();

/** What is older than a day nobody waits for: see `longestUnseen` in `read-model.ts`. */
export const forgetChanges = (tx: Tx, scope: OrganizationScope) =>
  tx
    .deleteFrom('knowledge_change')
    .where('organization_id', '=', scope.organizationId)
    .where('at', '<', sql<Date>`clock_timestamp() - interval '1 day'`)
    .execute();
