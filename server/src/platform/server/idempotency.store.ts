import { sql, type ExpressionBuilder } from 'kysely';
import type { Db, Tables, Tx } from '../database/database.ts';
import type { CallerIdentity } from '../http/identity.ts';
import './idempotency.tables.ts';
import { asUser, inScope, unscoped } from '../database/transaction.ts';

/** One use of a key by one caller on one route. */
export interface Slot extends CallerIdentity {
  readonly route: string;
  readonly key: string;
}

export interface SlotClaim extends Slot {
  readonly claim: string;
}

const leaseSeconds = 120;

/**
 * Takes the slot if it is free. Also replaces an entry that is as old as `forgotten`, or that belongs to the same request and
 * has neither an answer nor a lease: then its process died, and no other process will answer it.
 */
export async function takeSlot(
  tx: Tx,
  { organizationId, caller, route, key, claim }: SlotClaim,
  { hash, now, forgotten }: { hash: Buffer; now: Date; forgotten: Date },
): Promise<boolean> {
  const taken = {
    request_hash: hash,
    claim,
    lease_until: sql<Date>`clock_timestamp() + make_interval(secs => ${leaseSeconds})`,
    created_at: now,
    status: null,
    answer_sealed: null,
  };
  const row = await tx
    .insertInto('idempotency_key')
    .values({ organization_id: organizationId, caller, route, key, ...taken })
    .onConflict((oc) =>
      oc
        .columns(['organization_id', 'caller', 'route', 'key'])
        .doUpdateSet(taken)
        .where((eb) =>
          eb.or([
            eb('idempotency_key.created_at', '<=', forgotten),
            eb.and([
              eb('idempotency_key.status', 'is', null),
              eb('idempotency_key.request_hash', '=', hash),
              sql<boolean>`idempotency_key.lease_until <= clock_timestamp()`,
            ]),
          ]),
        ),
    )
    .returning('claim')
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the slot's answer, or the claim that is still working on one; undefined when the slot is free. */
export const findSlot = (tx: Tx, slot: Slot) =>
  tx
    .selectFrom('idempotency_key')
    .select(['claim', 'request_hash', 'status', 'answer_sealed'])
    .where(of(slot))
    .executeTakeFirst();

/** Stores the answer. Does nothing if another request has taken over the slot. */
export async function fillSlot(
  tx: Tx,
  claim: SlotClaim,
  answer: { status: number; answer_sealed: string },
): Promise<void> {
  await tx.updateTable('idempotency_key').set(answer).where(of(claim)).where('claim', '=', claim.claim).execute();
}

/** Frees the slot, so that a failed request can be tried again under the same key. */
export async function freeSlot(tx: Tx, claim: SlotClaim): Promise<void> {
  await tx.deleteFrom('idempotency_key').where(of(claim)).where('claim', '=', claim.claim).execute();
}

/** Deletes the old slots of all organizations. */
export const forgetSlots = (db: Db, before: Date): Promise<unknown> =>
  unscoped(db, (tx) => sql`select forget_idempotency_keys(${before})`.execute(tx));

/** Runs a transaction that can see the slot. Only its owner can see a slot outside of any organization. */
export const withSlot = <T>(db: Db, { organizationId, caller }: Slot, work: (tx: Tx) => Promise<T>): Promise<T> =>
  organizationId === null ? asUser(db, caller.replace(/^user:/, ''), work) : inScope(db, { organizationId }, work);

const of = (slot: Slot) => (eb: ExpressionBuilder<Tables, 'idempotency_key'>) =>
  eb.and([
    eb('organization_id', 'is not distinct from', slot.organizationId),
    eb('caller', '=', slot.caller),
    eb('route', '=', slot.route),
    eb('key', '=', slot.key),
  ]);
