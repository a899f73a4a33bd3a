import type { ErasedThing } from '@desk/contract/customers';
import { sql, type Selectable } from 'kysely';
import type { Db, Tables, Tx } from '../../platform/database/database.ts';
import { unscoped, type OrganizationScope } from '../../platform/database/transaction.ts';
import '../record/conversations.tables.ts';
import type { CustomerRow } from '../record/conversations.store.ts';

export type ErasureRow = Selectable<Tables['erasure']>;

/** Uses the database's clock, which also sets the time at which events arrive. */
export const insertErasure = (tx: Tx, scope: OrganizationScope, row: { id: string; customerId: string }) =>
  tx
    .insertInto('erasure')
    .values({
      organization_id: scope.organizationId,
      id: row.id,
      customer_id: row.customerId,
      status: 'pending',
      counts: '{}',
      requested_at: sql<Date>`clock_timestamp()`,
      finished_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();

/**
 * Marks identities as erased at this time, so that nothing that they wrote before it brings them back. A second erasure moves the
 * time forward.
 */
export async function insertMarks(
  tx: Tx,
  { organizationId }: OrganizationScope,
  { hashes, at }: { hashes: readonly Buffer[]; at: Date },
): Promise<void> {
  if (hashes.length === 0) return;
  await tx
    .insertInto('erased_mark')
    .values(hashes.map((mark_hash) => ({ organization_id: organizationId, mark_hash, erased_at: at })))
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'mark_hash']).doUpdateSet({
        erased_at: sql<Date>`greatest(erased_mark.erased_at, excluded.erased_at)`,
      }),
    )
    .execute();
}

/**
 * Separates an identity from its person: from the commit on it names nobody, so the same person is new if they write again. Address
 * and external id stay until the end of the erasure, because they lead to the traces.
 */
export const setApart = (tx: Tx, row: CustomerRow, erasureId: string) =>
  tx
    .updateTable('customer')
    .set({
      identity: `erased:${row.id}`,
      name: null,
      locale: null,
      attributes: '{}',
      given: '{}',
      person_id: row.id,
      erasure_id: erasureId,
    })
    .where('organization_id', '=', row.organization_id)
    .where('id', '=', row.id)
    .execute();

interface OfCustomer {
  organization_id: string;
  customer_id: string;
}

/** A condition for queries: whether the conversation's customer is being erased. Nothing more is sent to such a customer. */
export const ofErased = ({ organization_id, customer_id }: OfCustomer) =>
  sql<boolean>`exists (select from customer erased where erased.organization_id = ${organization_id}
    and erased.id = ${customer_id} and erased.erasure_id is not null)`;

/** Whether an erasure of the conversation's customer has begun. */
export async function isBeingErased(tx: Tx, conversation: OfCustomer): Promise<boolean> {
  const { rows } = await sql<{ erased: boolean }>`select ${ofErased(conversation)} as erased`.execute(tx);
  return rows[0]?.erased ?? false;
}

const erasures = (tx: Tx, { organizationId }: OrganizationScope) =>
  tx.selectFrom('erasure').selectAll().where('organization_id', '=', organizationId);

export const findErasure = (tx: Tx, scope: OrganizationScope, id: string) =>
  erasures(tx, scope).where('id', '=', id).executeTakeFirst();

/** Newest first; one more than `limit` if there is a next page. */
export const erasuresBefore = (
  tx: Tx,
  scope: OrganizationScope,
  { before, limit }: { before: string | null; limit: number },
): Promise<ErasureRow[]> =>
  erasures(tx, scope)
    .$if(before !== null, (rows) => rows.where('id', '<', before))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();

/** Call it in the transaction of the removal, so that a step that is repeated after a crash is not counted twice. */
export async function addToCount(
  tx: Tx,
  { organizationId }: OrganizationScope,
  { id, thing, count }: { id: string; thing: ErasedThing; count: number },
): Promise<void> {
  if (count === 0) return;
  await sql`update erasure set counts = jsonb_set(counts, array[${thing}::text],
      to_jsonb(coalesce((counts->>${thing}::text)::bigint, 0) + ${count}::bigint))
    where organization_id = ${organizationId} and id = ${id}`.execute(tx);
}

/** The unfinished erasures of all organizations. */
export const pendingErasures = (db: Db): Promise<{ organizationId: string; erasureId: string }[]> =>
  unscoped(db, async (tx) => {
    const { rows } = await sql<{ organization_id: string; erasure_id: string }>`
      select organization_id, erasure_id from pending_erasures()`.execute(tx);
    return rows.map((row) => ({ organizationId: row.organization_id, erasureId: row.erasure_id }));
  });

/** Deletes the identities and ends the erasure. Returns false if it had ended before. */
export async function endErasure(tx: Tx, scope: OrganizationScope, id: string): Promise<boolean> {
  const { organizationId } = scope;
  const { numUpdatedRows } = await tx
    .updateTable('erasure')
    .set({ status: 'done', finished_at: sql<Date>`clock_timestamp()` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  // An identity may have been linked to the person while the erasure began: from now on it stands alone.
  await sql`update customer set person_id = id where organization_id = ${organizationId} and erasure_id is null
    and person_id in (select gone.id from customer gone where gone.organization_id = ${organizationId}
      and gone.erasure_id = ${id})`.execute(tx);
  const { numDeletedRows } = await tx
    .deleteFrom('customer')
    .where('organization_id', '=', organizationId)
    .where('erasure_id', '=', id)
    .executeTakeFirst();
  await addToCount(tx, scope, { id, thing: 'identities', count: Number(numDeletedRows) });
  return numUpdatedRows > 0n;
}
