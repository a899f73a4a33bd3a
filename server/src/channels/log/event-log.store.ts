import type { Channel } from '@desk/contract/conversations';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import { newId } from '../../platform/process/ids.ts';
import '../port/channels.tables.ts';

export interface RequestCount extends OrganizationScope {
  channel: Channel;
  state: 'refused' | 'ignored';
  reason: string;
  hour: Date;
  count: number;
}

/** Adds to the hour's entry, and deletes entries that are older than 30 days. */
export async function addRequestCount(tx: Tx, { organizationId, ...entry }: RequestCount): Promise<void> {
  await tx
    .insertInto('inbound_request_count')
    .values({ organization_id: organizationId, id: newId(), ...entry })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'channel', 'hour', 'state', 'reason'])
        .doUpdateSet({ count: sql<number>`inbound_request_count.count + excluded.count` }),
    )
    .execute();
  await tx
    .deleteFrom('inbound_request_count')
    .where('organization_id', '=', organizationId)
    .where('hour', '<', sql<Date>`clock_timestamp() - interval '30 days'`)
    .execute();
}

export interface LogPage {
  channel: Channel;
  before: { at: Date; id: string } | null;
  limit: number;
}

const receivedAt = sql<Date>`date_trunc('milliseconds', received_at)`;
// The row's number as a UUID, as in dead-letters.store.ts: an event has one id in both lists.
const eventId = sql<string>`('00000000-0000-8000-8000-' || lpad(to_hex(id), 12, '0'))::uuid`;

/** Stored events, newest first. */
export const loggedEvents = (tx: Tx, scope: OrganizationScope, { channel, before, limit }: LogPage) =>
  tx
    .selectFrom('inbound_event')
    .select(['state', 'lane_key', 'last_error', 'reason', 'decision_id', 'copy_decision_id', 'provider_event_id'])
    .select(['conversation_id', eventId.as('id'), receivedAt.as('at')])
    .where('organization_id', '=', scope.organizationId)
    .where('channel', '=', channel)
    .$if(before !== null, (rows) =>
      rows
        // For the index; the next line is exact.
        .where('received_at', '<', sql<Date>`${before?.at}::timestamptz + interval '1 millisecond'`)
        .where(sql<boolean>`(${receivedAt}, ${eventId}) < (${before?.at}, ${before?.id}::uuid)`),
    )
    .orderBy(receivedAt, 'desc')
    .orderBy(eventId, 'desc')
    .limit(limit)
    .execute();

/** The hourly counts of requests that became no event, newest first. */
export const loggedRequests = (tx: Tx, scope: OrganizationScope, { channel, before, limit }: LogPage) =>
  tx
    .selectFrom('inbound_request_count')
    .select(['id', 'hour', 'state', 'reason', 'count'])
    .where('organization_id', '=', scope.organizationId)
    .where('channel', '=', channel)
    .$if(before !== null, (rows) => rows.where(sql<boolean>`(hour, id) < (${before?.at}, ${before?.id}::uuid)`))
    .orderBy('hour', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
