import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { OrganizationScope } from '../platform/database/transaction.ts';
import './live.tables.ts';

/** Assigns stream positions to the events that have committed since the last call. */
export const placeEvents = (tx: Tx, scope: OrganizationScope) =>
  sql`select place_live_events(${scope.organizationId})`.execute(tx);

export const eventsAfter = async (
  tx: Tx,
  scope: OrganizationScope,
  { position, limit }: { position: number; limit: number },
) => {
  const rows = await tx
    .selectFrom('live_event')
    .select(['position', 'type', 'at', 'data'])
    .where('organization_id', '=', scope.organizationId)
    .where('position', '>', position)
    .orderBy('position')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, position: Number(row.position) }));
};

export type LiveEventRow = Awaited<ReturnType<typeof eventsAfter>>[number];

/** The positions of the oldest and the newest kept event; both null before the first event. */
export const placesKept = (tx: Tx, scope: OrganizationScope) =>
  tx
    .selectFrom('live_event')
    .select((eb) => [eb.fn.min('position').as('oldest'), eb.fn.max('position').as('newest')])
    .where('organization_id', '=', scope.organizationId)
    .where('position', 'is not', null)
    .executeTakeFirstOrThrow();

/** The position of the first event at this time or later; null if there is none. */
export async function placeSince(tx: Tx, scope: OrganizationScope, since: Date): Promise<number | null> {
  const { first } = await tx
    .selectFrom('live_event')
    .select((eb) => eb.fn.min('position').as('first'))
    .where('organization_id', '=', scope.organizationId)
    .where('position', 'is not', null)
    .where('at', '>=', since)
    .executeTakeFirstOrThrow();
  return first === null ? null : Number(first);
}

/** Deletes old events of every organization: those before `withEndpoints` where there are webhook endpoints. The newest stays. */
export const deleteEventsBefore = (tx: Tx, { usually, withEndpoints }: { usually: Date; withEndpoints: Date }) =>
  sql`select forget_live_events(${usually}, ${withEndpoints})`.execute(tx);
