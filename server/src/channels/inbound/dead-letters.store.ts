import type { Channel } from '@desk/contract/conversations';
import { sql, type Selectable } from 'kysely';
import type { Tables, Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import type { LaneKey } from './lanes.store.ts';
import '../port/channels.tables.ts';

export type DeadLetterRow = Pick<
  Selectable<Tables['inbound_event']>,
  'id' | 'channel' | 'provider_event_id' | 'lane_key' | 'received_at' | 'attempts' | 'failures' | 'last_error' | 'state'
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
  'state',
] as const;

export const deadLettersWithCodes = (
  tx: Tx,
  scope: OrganizationScope,
  channel: Channel,
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

/** Makes a lane due now. Its row is locked before those of its events (docs/promises.md R1). */
export const readyLane = (tx: Tx, key: LaneKey) =>
  tx
    .updateTable('lane')
    .set({ pending: true, ready_at: sql<Date>`clock_timestamp()` })
    .where('organization_id', '=', key.organizationId)
    .where('channel', '=', key.channel)
    .where('lane_key', '=', key.lane)
    .execute();

/** Resets the events as if they had just arrived. */
export const requeue = (tx: Tx, scope: OrganizationScope, ids: readonly number[]) =>
  tx
    .updateTable('inbound_event')
    .set({ state: 'queued', attempts: 0, failures: 0, last_error: null })
    .where('organization_id', '=', scope.organizationId)
    .where('id', 'in', ids)
    .where('state', '=', 'parked')
    .execute();

export type DeadEvent = DeadLetterRow & { letterId: string; at: Date };

const at = sql<Date>`date_trunc('milliseconds', received_at)`;
/** The row's number as a UUID, because every id of the contract is one: `00000000-0000-8000-8000-` and twelve digits. */
const letterId = sql<string>`('00000000-0000-8000-8000-' || lpad(to_hex(id), 12, '0'))::uuid`;

/** Newest first: the events before `before`, ordered by time and then by id within a millisecond. */
export const deadEvents = (
  tx: Tx,
  scope: OrganizationScope,
  { before, limit }: { before: { at: Date; id: string } | null; limit: number },
): Promise<DeadEvent[]> =>
  deadLettersOf(tx, scope)
    .select(columns)
    .select([letterId.as('letterId'), at.as('at')])
    .$if(before !== null, (rows) =>
      rows.where(sql<boolean>`(${at}, ${letterId}) < (${before?.at}, ${before?.id}::uuid)`),
    )
    .orderBy(at, 'desc')
    .orderBy(letterId, 'desc')
    .limit(limit)
    .execute();

/** Finds an event in any state. */
export async function findEvent(tx: Tx, scope: OrganizationScope, id: string): Promise<DeadEvent | undefined> {
  const [, number] = /^00000000-0000-8000-8000-([0-9a-f]{12})$/i.exec(id) ?? [];
  if (!number) return undefined;
  return tx
    .selectFrom('inbound_event')
    .where('organization_id', '=', scope.organizationId)
    .select(columns)
    .select([letterId.as('letterId'), at.as('at')])
    .where('id', '=', Number.parseInt(number, 16))
    .executeTakeFirst();
}

/** Keeps the row of a discarded event, so that a repeat is recognised. */
export async function discardEvent(tx: Tx, scope: OrganizationScope, { id }: DeadEvent): Promise<boolean> {
  const discarded = await tx
    .updateTable('inbound_event')
    .set({ state: 'dead' })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .where('state', '=', 'parked')
    .returning('id')
    .executeTakeFirst();
  return discarded !== undefined;
}
