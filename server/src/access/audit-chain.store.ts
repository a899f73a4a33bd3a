import { sql } from 'kysely';
import type { Tx } from '../platform/database.ts';
import type { OrganizationScope } from '../platform/transaction.ts';

export interface ChainEnd {
  entries: number;
  /** Hexadecimal; null without entries. */
  head: string | null;
}

export type ChainFault = 'missing' | 'unlinked' | 'altered';

/** The first place at which the chain does not hold. An entry that was removed is missed where its successor stands. */
export async function firstBreak(
  tx: Tx,
  { organizationId }: OrganizationScope,
): Promise<{ sequence: number; fault: ChainFault } | null> {
  const { rows } = await sql<{ sequence: number; fault: ChainFault }>`
    with chain as (
      select e.sequence, coalesce(lag(e.sequence) over in_order, 0) + 1 as due,
        e.previous_hash = coalesce(lag(e.hash) over in_order, '') as linked,
        e.hash = audit_digest(e) and e.subject_id = e.subject ->> 'id' as genuine
      from audit_event e where e.organization_id = ${organizationId}
      window in_order as (order by e.sequence)
    )
    select due as sequence, case when sequence <> due then 'missing' when not linked then 'unlinked' else 'altered' end as fault
    from chain where sequence <> due or not linked or not genuine order by sequence limit 1`.execute(tx);
  return rows[0] ?? null;
}

export async function chainEnd(tx: Tx, { organizationId }: OrganizationScope): Promise<ChainEnd> {
  const { rows } = await sql<ChainEnd>`
    select count(*)::int as entries, encode((array_agg(hash order by sequence desc))[1], 'hex') as head
    from audit_event where organization_id = ${organizationId}`.execute(tx);
  return rows[0] ?? { entries: 0, head: null };
}

/** Hexadecimal; null where there is no such entry. */
export async function digestAt(tx: Tx, scope: OrganizationScope, sequence: number): Promise<string | null> {
  const row = await tx
    .selectFrom('audit_event')
    .select('hash')
    .where('organization_id', '=', scope.organizationId)
    .where('sequence', '=', sequence)
    .executeTakeFirst();
  return row?.hash.toString('hex') ?? null;
}

/** Oldest first, with what the chain is made of. */
export const entriesAfter = (tx: Tx, scope: OrganizationScope, page: { sequence: number; limit: number }) =>
  tx
    .selectFrom('audit_event')
    .selectAll()
    .where('organization_id', '=', scope.organizationId)
    .where('sequence', '>', page.sequence)
    .orderBy('sequence')
    .limit(page.limit)
    .execute();
