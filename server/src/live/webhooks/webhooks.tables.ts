import type { WebhookAttempt, WebhookDelivery, WebhookEndpoint, WebhookEventType } from '@desk/contract/webhooks';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';

interface WebhookEndpointTable {
  organization_id: string;
  id: string;
  url: string;
  events: WebhookEventType[];
  enabled: boolean;
  disabled_reason: WebhookEndpoint['disabled_reason'];
  disabled_at: Date | null;
  failing_since: Date | null;
  rests_until: Date | null;
  serving_until: Date | null;
  secret_sealed: string;
  former_secrets_sealed: string | null;
  former_secrets_until: Date | null;
  seen: ColumnType<string | number, number, number>;
  replay_after: ColumnType<string | number | null, number | null, number | null>;
  replay_until: ColumnType<string | number | null, number | null, number | null>;
  version: Generated<number>;
  created_at: Date;
  updated_at: Date;
}

interface WebhookDeliveryTable {
  organization_id: string;
  id: string;
  endpoint_id: string;
  event_id: string;
  payload: string;
  cause: WebhookDelivery['cause'];
  state: WebhookDelivery['state'];
  attempts: JSONColumnType<WebhookAttempt[], string | undefined>;
  next_attempt_at: Date | null;
  leased_until: Date | null;
  asked: Generated<boolean>;
  created_at: Date;
}

declare module '../../platform/database/database.ts' {
  interface Tables {
    webhook_endpoint: WebhookEndpointTable;
    webhook_delivery: WebhookDeliveryTable;
  }
}
