import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import { sha256 } from '../../platform/secrets/signatures.ts';
import type { ChannelName } from '../port/channel.logic.ts';
import type { InboundFacts } from '../port/channels.tables.ts';

/** A delivery as it came; undefined when there was none, or when it is not kept any more. */
export const findDelivery = (tx: Tx, scope: OrganizationScope, of: { channel: ChannelName; eventId: string }) =>
  tx
    .selectFrom('inbound_event')
    .select(['raw', 'headers'])
    .where('organization_id', '=', scope.organizationId)
    .where('channel', '=', of.channel)
    .where('provider_event_id', '=', of.eventId)
    .where(sql<boolean>`octet_length(raw) > 0`)
    .executeTakeFirst();

export type IngestOutcome = 'new' | 'duplicate' | 'conflict';

export interface EventRow {
  organizationId: string;
  channel: ChannelName;
  eventId: string;
  lane: string;
  raw: Buffer;
  headers: Record<string, string>;
  facts: InboundFacts;
}

/** One call keeps the event and marks its lane pending (0004); the same id with another body is a conflict, the first stands. */
export async function keepEvent(
  tx: Tx,
  { organizationId, channel, eventId, lane, raw, headers, facts }: EventRow,
): Promise<IngestOutcome> {
  const { rows } = await sql<{
    outcome: IngestOutcome;
  }>`select ingest_event(${organizationId}, ${channel}, ${eventId}, ${lane},
    ${raw}, ${sha256(raw)}, ${JSON.stringify(headers)}, ${JSON.stringify(facts)}) as outcome`.execute(tx);
  return rows[0]?.outcome ?? 'duplicate';
}

/** Has ticketdesk delivered this body under this invocation before? */
export async function isKnownInvocation(
  tx: Tx,
  scope: OrganizationScope,
  { body, invocation }: { body: Uint8Array; invocation: string },
): Promise<boolean> {
  const known = await tx
    .selectFrom('inbound_event')
    .select('id')
    .where('organization_id', '=', scope.organizationId)
    .where('channel', '=', 'ticketdesk')
    .where('raw_sha256', '=', sha256(body))
    .where(sql<string>`facts->>'invocation'`, '=', invocation)
    .limit(1)
    .executeTakeFirst();
  return known !== undefined;
}
