import type { IntegrationStatus } from '@desk/contract/channels';
import { seatOf } from './connections.ts';
import { statusOf, stepsOf, type ConnectionFacts } from './status.logic.ts';
import type { HelpdeskName, IntegrationRow } from './integrations.store.ts';

export interface IntegrationReadModel {
  channel: HelpdeskName;
  row: IntegrationRow | undefined;
  facts: ConnectionFacts;
  webhookUrl: string;
}

export function integrationStatus({ channel, row, facts, webhookUrl }: IntegrationReadModel): IntegrationStatus {
  const steps = stepsOf(channel, facts);
  return {
    status: statusOf(facts, steps),
    account: row?.account_id ? { id: row.account_id, name: row.account_name } : null,
    speaks_as: speakerOf(row),
    steps: steps.map((step) => ({ ...step, checked_at: row?.updated_at.toISOString() ?? null })),
    webhook_url: webhookUrl,
    last_event_received_at: facts.lastEventAt?.toISOString() ?? null,
    last_error: row?.last_error ?? null,
  };
}

function speakerOf(row: IntegrationRow | undefined): IntegrationStatus['speaks_as'] {
  const id = row && seatOf(row);
  return id ? { id, name: row.speaker_name } : null;
}
