import type { Channel } from '@desk/contract/conversations';
import type { Generated, JSONColumnType } from 'kysely';
import type { HelpdeskName } from './channel.logic.ts';

declare module '../../platform/database/database.ts' {
  interface Tables {
    inbound_event: InboundEventTable;
    inbound_effect: InboundEffectTable;
    inbound_request_count: InboundRequestCountTable;
    lane: LaneTable;
    integration: IntegrationTable;
    oauth_state: OauthStateTable;
    provider_account: ProviderAccountTable;
    email_domain: EmailDomainTable;
    email_address: EmailAddressTable;
    email_message: EmailMessageTable;
    email_sending: EmailSendingTable;
    email_suppression: EmailSuppressionTable;
    verified_email_domain: VerifiedEmailDomainTable;
    email_inbound_address: EmailInboundAddressTable;
    unroutable_mail: UnroutableMailTable;
    webhook_secret_owner: WebhookSecretOwnerTable;
    signed_mail_delivery: SignedMailDeliveryTable;
    automatic_mail: AutomaticMailTable;
  }
}

interface InboundEventTable {
  organization_id: string;
  id: Generated<number>;
  channel: Channel;
  provider_event_id: string;
  lane_key: string;
  /** Empty if the bytes are in a file, or no longer kept. */
  raw: Buffer;
  raw_key: Generated<string | null>;
  raw_sha256: Buffer;
  headers: JSONColumnType<Record<string, string>>;
  facts: JSONColumnType<InboundFacts>;
  received_at: Generated<Date>;
  state: Generated<'queued' | 'done' | 'parked' | 'dead'>;
  attempts: Generated<number>;
  failures: Generated<number>;
  conflicts: Generated<number>;
  last_error: string | null;
  /** For an event that is done: why it had no visible effect. */
  reason: Generated<string | null>;
  /** The decision about it, if it is in no conversation. */
  decision_id: Generated<string | null>;
  /** The decision about its copy, if it is in no conversation. */
  copy_decision_id: Generated<string | null>;
  /** When it arrived a second time. */
  copied_at: Generated<Date | null>;
  /** The vendor's id of the customer message in it. */
  message: Generated<string | null>;
  /** The conversation that it went to. */
  conversation_id: Generated<string | null>;
}

/** Determined once, on arrival. For e-mail: how the mail came into its thread and which address of ours it was for. */
export interface InboundFacts {
  stranger?: boolean;
  /** ticketdesk's own number of the delivery. */
  invocation?: string | null;
  /** The thread that it refers to without proof. */
  claims?: string | null;
  ourAddress?: string | null;
  envelopeFrom?: string | null;
}

interface InboundEffectTable {
  organization_id: string;
  channel: Channel;
  effect: string;
  event_id: number;
}

/** Requests in one hour that became no event. */
interface InboundRequestCountTable {
  organization_id: string;
  id: string;
  channel: Channel;
  state: 'refused' | 'ignored';
  reason: string;
  hour: Date;
  count: number;
}

interface LaneTable {
  organization_id: string;
  channel: Channel;
  lane_key: string;
  pending: Generated<boolean>;
  ready_at: Generated<Date>;
  lease: string | null;
  locked_until: Date | null;
  /** Its events are not kept as they came. */
  forgets: Generated<boolean>;
}

export interface IntegrationTable {
  organization_id: string;
  channel: HelpdeskName;
  client_id: string | null;
  client_secret_sealed: string | null;
  access_token_sealed: string | null;
  refresh_token_sealed: string | null;
  token_expires_at: Date | null;
  refreshing_until: Date | null;
  provisioning_until: Date | null;
  subdomain: string | null;
  region: string | null;
  account_id: string | null;
  account_name: string | null;
  actor_id: string | null;
  speaker_id: string | null;
  speaker_name: string | null;
  delivery_account_id: string | null;
  webhook_secret_sealed: string | null;
  previous_webhook_secret_sealed: string | null;
  previous_webhook_secret_until: Date | null;
  needs_reauth: Generated<boolean>;
  pinged_at: Date | null;
  last_error: string | null;
  connected_at: Date | null;
  /** When the vendor last accepted or refused the grant. */
  grant_checked_at: Date | null;
  updated_at: Generated<Date>;
}

interface OauthStateTable {
  organization_id: string;
  hash: Buffer;
  user_id: string;
  channel: HelpdeskName;
  subdomain: string | null;
  expires_at: Date;
}

interface ProviderAccountTable {
  channel: HelpdeskName;
  account_id: string;
  organization_id: string;
}

export interface EmailDomainTable {
  organization_id: string;
  id: string;
  domain: string;
  token: string;
  findings: JSONColumnType<Record<string, DnsFinding>>;
  checked_at: Date | null;
  created_at: Date;
  verified_at: Date | null;
  round_trip_address: Generated<string | null>;
  round_trip_event: Generated<string | null>;
  round_trip_sent_at: Generated<Date | null>;
  round_trip_arrived_at: Generated<Date | null>;
}

/** The name servers' answer about one record. */
export interface DnsFinding {
  state: 'ok' | 'missing' | 'mismatch' | 'error';
  found: string[];
}

interface EmailAddressTable {
  organization_id: string;
  address: string;
  last_received_at: Date;
}

interface EmailMessageTable {
  organization_id: string;
  message_id: string;
  thread: string;
  direction: 'in' | 'out';
  counterpart: string | null;
  our_address: string | null;
  subject: string | null;
  ancestors: string[];
  /** A program wrote it: our replies refer to such a mail only if there is no other. */
  automated: Generated<boolean>;
  created_at: Generated<Date>;
}

interface EmailSendingTable {
  organization_id: string;
  message_id: string;
  started_at: Generated<Date>;
}

interface EmailSuppressionTable {
  organization_id: string;
  id: string;
  address: string;
  reason: string;
  status: string | null;
  message_id: string;
  created_at: Date;
}

interface VerifiedEmailDomainTable {
  domain: string;
  organization_id: string;
  verified_at: Date;
}

interface EmailInboundAddressTable {
  local_part: string;
  organization_id: string;
}

interface WebhookSecretOwnerTable {
  secret_hash: Buffer;
  organization_id: string;
}

interface SignedMailDeliveryTable {
  delivery_hash: Buffer;
  envelope_hash: Buffer;
  received_at: Generated<Date>;
}

/** The run-time role has no access to it, and may only call `take_automatic_mail`. */
interface AutomaticMailTable {
  address_hash: Buffer;
  sent_at: Date[];
  newest: Date;
}

interface UnroutableMailTable {
  id: string;
  event_id: string;
  reason: string;
  media_type: 'message/rfc822' | 'application/json';
  envelope_to: string | null;
  envelope_from: string | null;
  signed_by: string | null;
  raw: Buffer;
  received_at: Generated<Date>;
}
