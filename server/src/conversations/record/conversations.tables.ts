import type {
  AiState,
  Authenticity,
  Channel,
  MessageKind,
  Owner,
  Priority,
  Resolution,
  Status,
} from '@desk/contract/conversations';
import type { ErasedThing } from '@desk/contract/customers';
import type { Citation, Decision, DecisionReason, HandoverReason, Outcome } from '@desk/contract/decisions';
import type { Rating } from '@desk/contract/feedback';
import type { Generated, JSONColumnType } from 'kysely';
import type { Given } from './given.logic.ts';

interface CustomerTable {
  organization_id: string;
  id: string;
  channel: Channel;
  identity: string;
  external_id: string | null;
  email: string | null;
  name: string | null;
  verified: boolean;
  locale: string | null;
  attributes: JSONColumnType<Record<string, unknown>>;
  /** The row that stands for the person; this one's own until it is linked or merged. */
  person_id: string;
  proven_email: string | null;
  proven_external_id: string | null;
  given: JSONColumnType<Given>;
  version: Generated<number>;
  erasure_id: string | null;
  created_at: Generated<Date>;
  /** When the customer last wrote. */
  updated_at: Generated<Date>;
}

interface ErasureTable {
  organization_id: string;
  id: string;
  customer_id: string;
  status: 'pending' | 'done';
  counts: JSONColumnType<Partial<Record<ErasedThing, number>>>;
  requested_at: Date;
  finished_at: Date | null;
}

interface ErasedMarkTable {
  organization_id: string;
  mark_hash: Buffer;
  erased_at: Date;
}

interface ConversationTable {
  organization_id: string;
  id: string;
  channel: Channel;
  channel_reference: string;
  current: Generated<boolean>;
  previous_conversation_id: string | null;
  customer_id: string;
  verified: Generated<boolean>;
  subject: string | null;
  status: Status;
  owner: Owner;
  ai_state: AiState | null;
  epoch: Generated<number>;
  episode: Generated<number>;
  inquiry: Generated<number>;
  budget_from_seq: Generated<number>;
  /** Where this episode begins: the AI does not answer in the context of earlier messages. */
  episode_from_seq: Generated<number>;
  assignee_id: string | null;
  destination_id: string | null;
  tag_ids: Generated<string[]>;
  /** Tags that people removed: automatic tagging does not add them again. */
  removed_tag_ids: Generated<string[]>;
  language: string | null;
  priority: Generated<Priority>;
  waiting_since: Date | null;
  snoozed_until: Date | null;
  resolution: Resolution | null;
  resolved_at: Date | null;
  triage_due: Generated<boolean>;
  turn_due_at: Date | null;
  turn_deadline_at: Date | null;
  turn_lease: string | null;
  turn_lease_until: Date | null;
  next_seq: Generated<number>;
  message_count: Generated<number>;
  last_message_kind: MessageKind | null;
  last_message_text: string | null;
  last_message_at: Date | null;
  last_customer_text: string | null;
  created_at: Date;
  updated_at: Date;
  version: Generated<number>;
}

interface MessageTable {
  organization_id: string;
  conversation_id: string;
  seq: number;
  id: string;
  kind: MessageKind;
  author_type: 'customer' | 'ai' | 'human' | 'system';
  author_id: string | null;
  author_name: string | null;
  text: string;
  html: string | null;
  quoted_text: string | null;
  attachments: JSONColumnType<ListedAttachment[]>;
  citations: JSONColumnType<Citation[]>;
  decision_id: string | null;
  automated: Generated<boolean>;
  /** Set for customers' messages only. */
  authenticity: Authenticity | null;
  provider_key: string | null;
  answers_seq: number | null;
  created_at: Date;
}

/** A file as its message lists it. */
export interface ListedAttachment {
  id: string;
  name: string;
  media_type: string;
  bytes: number | null;
  /** The bytes are stored here (`attachment`). */
  kept?: true;
  /** The bytes are at the helpdesk. */
  url?: string;
}

interface AttachmentTable {
  organization_id: string;
  id: string;
  conversation_id: string;
  message_id: string | null;
  name: string;
  media_type: string;
  bytes: number;
  blob_key: string;
  created_at: Date;
  ends_at: Date | null;
}

interface DecisionTable {
  organization_id: string;
  id: string;
  /** null: the decision was about a message that was stopped before it belonged to a conversation. */
  conversation_id: string | null;
  message_ids: string[];
  disposition: 'carried_out' | 'superseded' | 'stopped';
  outcome: Outcome;
  reason: DecisionReason;
  record: JSONColumnType<Decision>;
  /** The turn's inputs and results as support writes them; null in records older than these columns. */
  known: JSONColumnType<Record<string, unknown>> | null;
  decided: JSONColumnType<Record<string, unknown>> | null;
  hash: string;
  created_at: Date;
}

interface HandoverTable {
  organization_id: string;
  id: string;
  conversation_id: string;
  direction: 'to_human' | 'to_ai';
  reason: HandoverReason;
  rule_id: string | null;
  decision_id: string | null;
  actor_type: 'ai' | 'human' | 'system';
  actor_id: string | null;
  actor_name: string | null;
  destination_id: string | null;
  note: string | null;
  message_sent: string | null;
  delivery: 'pending' | 'delivered' | 'failed' | 'fallback_used';
  created_at: Date;
}

interface OutboxTable {
  organization_id: string;
  id: string;
  conversation_id: string;
  position: number;
  kind: 'reply' | 'note' | 'notify_email' | 'notify_webhook';
  actor: 'ai' | 'human' | 'system';
  epoch: number;
  message_id: string | null;
  handover_id: string | null;
  content: JSONColumnType<OutboxContent>;
  dedupe_key: string;
  state: Generated<'pending' | 'sending' | 'sent' | 'cancelled' | 'unknown' | 'dead'>;
  attempts: Generated<number>;
  first_attempt_at: Date | null;
  next_at: Generated<Date>;
  lease: string | null;
  send_deadline: Date | null;
  provider_message_id: string | null;
  last_error: string | null;
  created_at: Date;
  sent_at: Date | null;
  discarded_at: Generated<Date | null>;
}

interface ModelUseTable {
  organization_id: string;
  day: string;
  conversation_id: string;
  budget_from_seq: number;
  input_tokens: number;
  output_tokens: number;
}

interface TurnPaceTable {
  organization_id: string;
  customer_id: string;
  since: Date;
  turns: number;
}

interface MessageFeedbackTable {
  organization_id: string;
  message_id: string;
  rated_by: string;
  rated_by_name: string | null;
  conversation_id: string;
  rating: Rating;
  reason: string | null;
  comment: string | null;
  rated_at: Date;
}

interface PresenceTable {
  organization_id: string;
  conversation_id: string;
  actor_id: string;
  actor_name: string;
  state: 'viewing' | 'typing';
  until: Date;
}

/** What the channel needs in addition to the conversation; its shape is the channel's, opaque here. */
export type OutboxContent = Record<string, unknown>;

declare module '../../platform/database/database.ts' {
  interface Tables {
    customer: CustomerTable;
    erasure: ErasureTable;
    erased_mark: ErasedMarkTable;
    conversation: ConversationTable;
    message: MessageTable;
    attachment: AttachmentTable;
    decision: DecisionTable;
    handover: HandoverTable;
    outbox: OutboxTable;
    model_use: ModelUseTable;
    turn_pace: TurnPaceTable;
    message_feedback: MessageFeedbackTable;
    presence: PresenceTable;
  }
}
