import { randomBytes } from 'node:crypto';
import { sql, type Insertable, type Selectable } from 'kysely';
import type { Db, Tables, Tx } from '../../../platform/database/database.ts';
import { unscoped, type OrganizationScope } from '../../../platform/database/transaction.ts';
import '../../port/channels.tables.ts';

/** The organization that receives mail for a verified domain. */
export const ownerOfDomain = (db: Db, domain: string): Promise<string | null> =>
  unscoped(db, async (tx) => {
    const row = await tx
      .selectFrom('verified_email_domain')
      .select('organization_id')
      .where('domain', '=', domain)
      .executeTakeFirst();
    return row?.organization_id ?? null;
  });

/** The organization that owns the inbound address with this local part. */
export const ownerOfInbox = (db: Db, localPart: string): Promise<string | null> =>
  unscoped(db, async (tx) => {
    const row = await tx
      .selectFrom('email_inbound_address')
      .select('organization_id')
      .where('local_part', '=', localPart)
      .executeTakeFirst();
    return row?.organization_id ?? null;
  });

/** The local part of the organization's own inbound address, created on the first call. 130 random bits. */
export async function inboxOf(tx: Tx, scope: OrganizationScope): Promise<string> {
  await tx
    .insertInto('email_inbound_address')
    .values({ local_part: randomLocalPart(), organization_id: scope.organizationId })
    .onConflict((conflict) => conflict.column('organization_id').doNothing())
    .execute();
  const row = await tx
    .selectFrom('email_inbound_address')
    .select('local_part')
    .where('organization_id', '=', scope.organizationId)
    .executeTakeFirstOrThrow();
  return row.local_part;
}

const letters = 'abcdefghijklmnopqrstuvwxyz234567';
const randomLocalPart = () => [...randomBytes(26)].map((byte) => letters[byte % letters.length]).join('');

export const verifiedDomainsOf = async (tx: Tx, scope: OrganizationScope): Promise<string[]> => {
  const rows = await tx
    .selectFrom('verified_email_domain')
    .select('domain')
    .where('organization_id', '=', scope.organizationId)
    .execute();
  return rows.map((row) => row.domain);
};

/** Takes the domain for the organization; false if another one has proven it first. */
export async function takeDomain(tx: Tx, scope: OrganizationScope, domain: string, now: Date): Promise<boolean> {
  await tx
    .insertInto('verified_email_domain')
    .values({ domain, organization_id: scope.organizationId, verified_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const owner = await tx
    .selectFrom('verified_email_domain')
    .select('organization_id')
    .where('domain', '=', domain)
    .executeTakeFirst();
  return owner?.organization_id === scope.organizationId;
}

/** Releases the domain if it is the organization's. */
export async function releaseDomain(tx: Tx, scope: OrganizationScope, domain: string): Promise<void> {
  await tx
    .deleteFrom('verified_email_domain')
    .where('organization_id', '=', scope.organizationId)
    .where('domain', '=', domain)
    .execute();
}

export const noteReceived = (tx: Tx, scope: OrganizationScope, address: string, now: Date) =>
  tx
    .insertInto('email_address')
    .values({ organization_id: scope.organizationId, address, last_received_at: now })
    .onConflict((conflict) => conflict.columns(['organization_id', 'address']).doUpdateSet({ last_received_at: now }))
    .execute();

export const listAddresses = (tx: Tx, scope: OrganizationScope): Promise<Selectable<Tables['email_address']>[]> =>
  tx
    .selectFrom('email_address')
    .selectAll()
    .where('organization_id', '=', scope.organizationId)
    .orderBy('address')
    .limit(200)
    .execute();

export const keepUnroutable = (db: Db, mail: Insertable<Tables['unroutable_mail']>) =>
  unscoped(db, (tx) =>
    tx
      .insertInto('unroutable_mail')
      .values({ ...mail, received_at: sql<Date>`clock_timestamp()` })
      .onConflict((conflict) => conflict.column('event_id').doNothing())
      .execute(),
  );

/** Unroutable mail, newest first, without its content. */
export const listUnroutable = (db: Db, limit: number) =>
  unscoped(db, (tx) =>
    tx
      .selectFrom('unroutable_mail')
      .select(['id', 'reason', 'received_at'])
      .orderBy('received_at', 'desc')
      .limit(limit)
      .execute(),
  );

export const findUnroutable = (db: Db, id: string): Promise<Selectable<Tables['unroutable_mail']> | undefined> =>
  unscoped(db, (tx) => tx.selectFrom('unroutable_mail').selectAll().where('id', '=', id).executeTakeFirst());

/** Returns whether the mail existed. */
export const forgetUnroutable = (db: Db, id: string): Promise<boolean> =>
  unscoped(db, async (tx) => {
    const { numDeletedRows } = await tx.deleteFrom('unroutable_mail').where('id', '=', id).executeTakeFirst();
    return numDeletedRows > 0n;
  });

/**
 * The first delivery of a signed mail binds its envelope: false if the same signature comes with another envelope.
 * Deletes bindings of mail that is too old to be accepted again.
 */
export const bindEnvelope = (db: Db, delivery: { deliveryHash: Buffer; envelopeHash: Buffer }): Promise<boolean> =>
  unscoped(db, async (tx) => {
    await tx
      .deleteFrom('signed_mail_delivery')
      .where('received_at', '<', sql<Date>`clock_timestamp() - interval '1 hour'`)
      .execute();
    await tx
      .insertInto('signed_mail_delivery')
      .values({ delivery_hash: delivery.deliveryHash, envelope_hash: delivery.envelopeHash })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const bound = await tx
      .selectFrom('signed_mail_delivery')
      .select('envelope_hash')
      .where('delivery_hash', '=', delivery.deliveryHash)
      .executeTakeFirst();
    return bound?.envelope_hash.equals(delivery.envelopeHash) ?? false;
  });
