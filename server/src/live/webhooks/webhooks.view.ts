import type { WebhookDelivery, WebhookEndpoint, WebhookEvent } from '@desk/contract/webhooks';
import type { DeliveryRow } from './deliveries.store.ts';
import type { EndpointRow } from './endpoints.store.ts';

export const viewEndpoint = (row: EndpointRow, now: Date): WebhookEndpoint => ({
  id: row.id,
  url: row.url,
  events: row.events,
  enabled: row.enabled,
  disabled_reason: row.disabled_reason,
  disabled_at: row.disabled_at?.toISOString() ?? null,
  failing_since: row.failing_since?.toISOString() ?? null,
  previous_secret_until:
    row.former_secrets_until && row.former_secrets_until > now ? row.former_secrets_until.toISOString() : null,
  replaying: row.replay_after !== null,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  version: row.version,
});

export const viewDelivery = (row: DeliveryRow, now: Date): WebhookDelivery => ({
  id: row.id,
  // The cast is safe: `bodyOf` wrote this.
  event: JSON.parse(row.payload) as WebhookEvent,
  cause: row.cause,
  state: row.state,
  attempts: row.attempts,
  next_attempt_at: isUnderWay(row, now) ? null : (row.next_attempt_at?.toISOString() ?? null),
  created_at: row.created_at.toISOString(),
});

const isUnderWay = ({ leased_until: until }: DeliveryRow, now: Date) => until !== null && until > now;

/** For the audit log: the host alone, because the path of such an address is often its secret. */
export const subjectOf = ({ id, url }: Pick<EndpointRow, 'id' | 'url'>) => ({
  type: 'webhook_endpoint',
  id,
  name: new URL(url).host,
});
