import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';

export interface ChainEnd {
  entries: number;
  /** Hexadecimal; null without entries. */
  head: string | null;
}

export type ChainFault = 'missing' | 'unlinked' | 'altered';

/** One entry's place in the chain, its digest in hexadecimal; `{ sequence: 0, hash: '' }` stands before the first entry. */
export interface ChainLink {
  sequence: number;
  hash: string;
}

export type ChainBreak = { sequence: number; fault: ChainFault };

/**
 * The first fault after `from`, up to `to`. A removed entry is detected at its successor. The caller checks page by page,
 * because a statement of the service may take ten seconds at most.
 */
export async function firstBreak(
  tx: Tx,
  { organizationId }: OrganizationScope,
  { from, to }: { from: ChainLink; to: ChainLink },
): Promise<ChainBreak | null> {
  const { rows } = await sql<ChainBreak>`
    with chain as (
      select e.sequence, coalesce(lag(e.sequence) over in_order, ${from.sequence}::bigint) + 1 as due,
        e.previous_hash = coalesce(lag(e.hash) over in_order, decode(${from.hash}, 'hex')) as linked,
        e.hash = audit_digest(e) and e.subject_id = e.subject ->> 'id' as genuine
      from audit_event e
      where e.organization_id = ${organizationId} and e.sequence > ${from.sequence} and e.sequence <= ${to.sequence}
      window in_order as (order by e.sequence)
    )
    select due as sequence, case when sequence <> due then 'missing' when not linked then 'unlinked' else 'altered' end as fault
    from chain where sequence <> due or not linked or not genuine order by sequence limit 1`.execute(tx);
  return rows[0] ?? null;
}

/** The last one of the next `entries` entries; null if there are none. */
export async function linkAhead(
  tx: Tx,
  { organizationId }: OrganizationScope,
  { from, entries }: { from: ChainLink; entries: number },
): Promise<ChainLink | null> {
  const { rows } = await sql<ChainLink>`
    select sequence, encode(hash, 'hex') as hash from (
      select sequence, hash from audit_event
      where organization_id = ${organizationId} and sequence > ${from.sequence} order by sequence limit ${entries}
    ) as ahead order by sequence desc limit 1`.execute(tx);
  return rows[0] ?? null;
}

export async function chainEnd(tx: Tx, { organizationId }: OrganizationScope): Promise<ChainEnd> {
  const { rows } = await sql<ChainEnd>`
    select count(*)::int as entries, encode((array_agg(hash order by sequence desc))[1], 'hex') as head
    from audit_event where organization_id = ${organizationId}`.execute(tx);
  return rows[0] ?? { entries: 0, head: null };
}

/** Hexadecimal; null if there is no such entry. */
export async function digestAt(tx: Tx, scope: OrganizationScope, sequence: number): Promise<string | null> {
  const row = await tx
    .selectFrom('audit_event')
    .select('hash')
    .where('organization_id', '=', scope.organizationId)
    .where('sequence', '=', sequence)
    .executeTakeFirst();
  return row?.hash.toString('hex') ?? null;
}

/** Oldest first, with the columns of the chain. */
export const entriesAfter = (tx: Tx, scope: OrganizationScope, page: { sequence: number; limit: number }) =>
  tx
    .selectFrom('audit_event')
    .selectAll()
    .where('organization_id', '=', scope.organizationId)
    .where('sequence', '>', page.sequence)
    .orderBy('sequence')
    .limit(page.limit)
    .execute();
