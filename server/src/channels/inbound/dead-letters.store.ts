import { sql, type Selectable } from 'kysely';
import type { Tables, Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import type { ChannelName } from '../port/channel.logic.ts';
import type { LaneKey } from './lanes.store.ts';
import '../port/channels.tables.ts';

export type DeadLetterRow = Pick<
  Selectable<Tables['inbound_event']>,
  'id' | 'channel' | 'provider_event_id' | 'lane_key' | 'received_at' | 'attempts' | 'failures' | 'last_error'
>;

const columns = [
  'id',
  'channel',
  'provider_event_id',
  'lane_key',
  'received_at',
  'attempts',
  'failures',
  'last_error',
] as const;

export const deadLettersWithCodes = (
  tx: Tx,
  scope: OrganizationScope,
  channel: ChannelName,
  codes: readonly string[],
): Promise<DeadLetterRow[]> =>
  deadLettersOf(tx, scope)
    .select(columns)
    .where('channel', '=', channel)
    .where('last_error', 'in', codes)
    .orderBy('id')
    .execute();

const deadLettersOf = (tx: Tx, scope: OrganizationScope) =>
  tx.selectFrom('inbound_event').where('organization_id', '=', scope.organizationId).where('state', '=', 'parked');

/** Lets a lane be worked off now. Its row is locked before those of its events (reliability.md R1). */
export const readyLane = (tx: Tx, key: LaneKey) =>
  tx
    .updateTable('lane')
    .set({ pending: true, ready_at: sql<Date>`clock_timestamp()` })
    .where('organization_id', '=', key.organizationId)
    .where('channel', '=', key.channel)
    .where('lane_key', '=', key.lane)
    .execute();

/** As if the events had just come: what they have been through is forgotten. */
export const requeue = (tx: Tx, scope: OrganizationScope, ids: readonly number[]) =>
  tx
    .updateTable('inbound_event')
    .set({ state: 'queued', attempts: 0, failures: 0, last_error: null })
    .where('organization_id', '=', scope.organizationId)
    .where('id', 'in', ids)
    .where('state', '=', 'parked')
    .execute();
