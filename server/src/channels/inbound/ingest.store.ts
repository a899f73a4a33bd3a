import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { sha256 } from '../../platform/secrets/signatures.ts';
import type { ChannelName } from '../port/channel.logic.ts';
import type { InboundFacts } from '../port/channels.tables.ts';

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
