import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import type { OrganizationScope } from '../../../platform/database/transaction.ts';
import '../../library/knowledge.tables.ts';

/** The transactions that a snapshot has seen: all before `next` except those in `open`. */
export interface SeenTransactions {
  next: number;
  open: number[];
}

export async function currentSnapshot(tx: Tx): Promise<SeenTransactions> {
  const { rows } = await sql<{ snapshot: string }>`select pg_current_snapshot()::text as snapshot`.execute(tx);
  const [, next = '', open = ''] = (rows[0]?.snapshot ?? '').split(':');
  return { next: Number(next), open: open.split(',').filter(Boolean).map(Number) };
}

/** Changes by transactions that the snapshot has not seen (0028). */
export const changesAfter = (tx: Tx, scope: OrganizationScope, { next, open }: SeenTransactions) =>
  tx
    .selectFrom('knowledge_change')
    .select(['subject', 'key'])
    .distinct()
    .where('organization_id', '=', scope.organizationId)
    .where(sql<boolean>`(in_transaction >= ${next}::bigint or in_transaction = any(${open}::bigint[]))`)
    .execute();

/** Deletes changes older than a day, which no read model needs: see `longestUnseen` in `read-model.ts`. */
export const forgetChanges = (tx: Tx, scope: OrganizationScope) =>
  tx
    .deleteFrom('knowledge_change')
    .where('organization_id', '=', scope.organizationId)
    .where('at', '<', sql<Date>`clock_timestamp() - interval '1 day'`)
    .execute();
