import type { Insertable, Selectable } from 'kysely';
import type { Tables, Tx } from '../../../platform/database/database.ts';
import type { OrganizationScope } from '../../../platform/database/transaction.ts';
import type { DnsFinding } from '../../port/channels.tables.ts';

export type DomainRow = Selectable<Tables['email_domain']>;

/** undefined when the organization has the domain already. */
export const insertDomain = (tx: Tx, row: Insertable<Tables['email_domain']>): Promise<DomainRow | undefined> =>
  tx
    .insertInto('email_domain')
    .values(row)
    .onConflict((conflict) => conflict.columns(['organization_id', 'domain']).doNothing())
    .returningAll()
    .executeTakeFirst();

export const findDomain = (tx: Tx, scope: OrganizationScope, id: string): Promise<DomainRow | undefined> =>
  tx
    .selectFrom('email_domain')
    .selectAll()
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .executeTakeFirst();

/** undefined when the organization has no such domain. */
export const deleteDomain = (tx: Tx, scope: OrganizationScope, id: string): Promise<DomainRow | undefined> =>
  tx
    .deleteFrom('email_domain')
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

/** Oldest first; ids carry their time. One row more than the limit tells whether there is another page. */
export const listDomains = (
  tx: Tx,
  scope: OrganizationScope,
  { after, limit }: { after: string | null; limit: number },
): Promise<DomainRow[]> =>
  tx
    .selectFrom('email_domain')
    .selectAll()
    .where('organization_id', '=', scope.organizationId)
    .$if(after !== null, (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(limit + 1)
    .execute();

export interface RoundTrip {
  address: string;
  event: string;
  sentAt: Date;
}

/** Replaces the previous round trip. */
export const beginRoundTrip = (tx: Tx, scope: OrganizationScope, id: string, trip: RoundTrip): Promise<DomainRow> =>
  tx
    .updateTable('email_domain')
    .set({
      round_trip_address: trip.address,
      round_trip_event: trip.event,
      round_trip_sent_at: trip.sentAt,
      round_trip_arrived_at: null,
    })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

export async function endRoundTrip(
  tx: Tx,
  scope: OrganizationScope,
  { event, at }: { event: string; at: Date },
): Promise<void> {
  await tx
    .updateTable('email_domain')
    .set({ round_trip_arrived_at: at })
    .where('organization_id', '=', scope.organizationId)
    .where('round_trip_event', '=', event)
    .where('round_trip_arrived_at', 'is', null)
    .execute();
}

export const saveFindings = (
  tx: Tx,
  scope: OrganizationScope,
  id: string,
  change: { findings: Record<string, DnsFinding>; checkedAt: Date; verifiedAt: Date | null },
): Promise<DomainRow> =>
  tx
    .updateTable('email_domain')
    .set({ findings: JSON.stringify(change.findings), checked_at: change.checkedAt, verified_at: change.verifiedAt })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
