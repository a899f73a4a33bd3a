import type { IntegrationStatus } from '@desk/contract/channels';
import { seatOf } from './connections.ts';
import { statusOf, stepsOf, type ConnectionFacts, type SetupStep } from './status.logic.ts';
import type { IntegrationRow } from './integrations.store.ts';

export interface IntegrationReadModel {
  row: IntegrationRow | undefined;
  facts: ConnectionFacts;
  webhookUrl: string;
  signingRemedy: string;
  readAt: Date;
}

export function integrationStatus(model: IntegrationReadModel): IntegrationStatus {
  const { row, facts, webhookUrl, signingRemedy, readAt } = model;
  const steps = stepsOf(facts, signingRemedy);
  // Only the vendor can tell whether it accepts a grant. The desk has looked at everything else just now.
  const grantCheckedAt = row?.grant_checked_at ?? row?.connected_at;
  const checkedAt = ({ id }: SetupStep) => (id === 'grant' && facts.hasToken ? grantCheckedAt : readAt);
  return {
    status: statusOf(facts, steps),
    account: row?.account_id ? { id: row.account_id, name: row.account_name } : null,
    speaks_as: speakerOf(row),
    steps: steps.map((step) => ({ ...step, checked_at: checkedAt(step)?.toISOString() ?? null })),
    webhook_url: webhookUrl,
    last_event_received_at: facts.lastEventAt?.toISOString() ?? null,
    last_error: row?.last_error ?? null,
  };
}

function speakerOf(row: IntegrationRow | undefined): IntegrationStatus['speaks_as'] {
  const id = row && seatOf(row);
  return id ? { id, name: row.speaker_name } : null;
}
