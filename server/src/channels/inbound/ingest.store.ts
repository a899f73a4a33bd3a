import type { Channel } from '@desk/contract/conversations';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import { sha256 } from '../../platform/secrets/signatures.ts';
import type { InboundFacts } from '../port/channels.tables.ts';

/** A delivery as it arrived; undefined if there was none, or if it is no longer kept. */
export const findDelivery = (tx: Tx, scope: OrganizationScope, of: { channel: Channel; eventId: string }) =>
  tx
    .selectFrom('inbound_event')
    .select(['raw', 'raw_key', 'headers'])
    .where('organization_id', '=', scope.organizationId)
    .where('channel', '=', of.channel)
    .where('provider_event_id', '=', of.eventId)
    .where(sql<boolean>`(octet_length(raw) > 0 or raw_key is not null)`)
    .executeTakeFirst();

/** Finds an event by the vendor's id: its state, its thread, and its message or the decision about it. */
export const findKnownEvent = (
  tx: Tx,
  scope: OrganizationScope,
  { channel, eventId }: { channel: Channel; eventId: string },
) =>
  tx
    .selectFrom('inbound_event')
    .select(['state', 'lane_key', 'message', 'decision_id'])
    .where('organization_id', '=', scope.organizationId)
    .where('channel', '=', channel)
    .where('provider_event_id', '=', eventId)
    .executeTakeFirst();

/** Returns false if the decision about the copy is already stored. */
export async function keepCopyDecision(
  tx: Tx,
  { organizationId }: OrganizationScope,
  { channel, eventId, decisionId }: { channel: Channel; eventId: string; decisionId: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('inbound_event')
    .set({ copy_decision_id: decisionId })
    .where('organization_id', '=', organizationId)
    .where('channel', '=', channel)
    .where('provider_event_id', '=', eventId)
    .where('copy_decision_id', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export type IngestOutcome = 'new' | 'duplicate' | 'conflict';

export interface NewEvent {
  organizationId: string;
  channel: Channel;
  eventId: string;
  lane: string;
  raw: Buffer;
  headers: Record<string, string>;
  facts: InboundFacts;
}

/**
 * Stores the event and marks its lane pending in one call (0004). The same id with another body is a conflict, and the
 * first stays. With `rawKey` the bytes are in that file.
 */
export async function keepEvent(
  tx: Tx,
  { organizationId, channel, eventId, lane, raw, headers, facts }: NewEvent,
  rawKey: string | null,
): Promise<IngestOutcome> {
  const { rows } = await sql<{
    outcome: IngestOutcome;
  }>`select ingest_event(${organizationId}, ${channel}, ${eventId}, ${lane},
    ${rawKey === null ? raw : Buffer.alloc(0)}, ${sha256(raw)}, ${JSON.stringify(headers)}, ${JSON.stringify(facts)}) as outcome`.execute(
    tx,
  );
  const outcome = rows[0]?.outcome ?? 'duplicate';
  if (outcome === 'new' && rawKey !== null)
    await sql`update inbound_event set raw_key = ${rawKey} where organization_id = ${organizationId} and channel = ${channel}
      and provider_event_id = ${eventId}`.execute(tx);
  return outcome;
}

/** An event and the job that processes its lane. */
export interface NewEventWithJob {
  event: NewEvent;
  job: { id: string; key: string };
}

/**
 * Stores everything in one statement, which commits by itself: the organizations, the events, their lanes and the lanes'
 * jobs (0165). The statement is named, so that it is planned once for each connection.
 */
export async function acceptEvents(
  db: Db,
  queue: string,
  given: readonly NewEventWithJob[],
): Promise<readonly IngestOutcome[]> {
  const events = given.map(({ event }) => event);
  const jobs = given.map(({ job }) => job);
  const { rows } = await db.pool.query<{ outcomes: IngestOutcome[] }>({
    name: 'accept-events',
    text: 'select accept_events($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) as outcomes',
    values: [
      events.map(({ organizationId }) => organizationId),
      events.map(({ channel }) => channel),
      events.map(({ eventId }) => eventId),
      events.map(({ lane }) => lane),
      Buffer.concat(events.map(({ raw }) => raw)),
      events.map(({ raw }) => raw.length),
      Buffer.concat(events.map(({ raw }) => sha256(raw))),
      events.map(({ headers }) => JSON.stringify(headers)),
      events.map(({ facts }) => JSON.stringify(facts)),
      jobs.map(({ id }) => id),
      queue,
      jobs.map(({ key }) => key),
    ],
  });
  return rows[0]?.outcomes ?? [];
}
