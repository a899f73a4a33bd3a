import type { Conversation, Handover, Message, RecordedDecision } from '@desk/contract/conversations';
import type { Attachment } from '@desk/contract/attachments';
import type { DestinationKind } from '@desk/contract/decisions';
import type { ConversationRow, CustomerRow } from '../record/conversations.store.ts';
import type { FeedbackRow } from '../feedback/feedback.store.ts';
import { viewFeedback } from '../feedback/feedback.view.ts';
import type { DecisionRow, HandoverRow, outcomesBehind } from '../record/history.store.ts';
import type { ListedAttachment } from '../record/conversations.tables.ts';
import type { MessageRow } from '../record/messages.store.ts';
import type { OutboxRow } from '../outbox/outbox.store.ts';

/** Names of tags and destinations, which routing owns; the composition passes them in, since peers do not import each other. */
export interface Labels {
  tags: ReadonlyMap<string, { id: string; name: string; color: string | null }>;
  destinations: ReadonlyMap<string, { id: string; name: string; kind: DestinationKind }>;
}

export interface Surroundings {
  customers: ReadonlyMap<string, CustomerRow>;
  labels: Labels;
  people: ReadonlyMap<string, string>;
}

export function viewConversation(row: ConversationRow, { customers, labels, people }: Surroundings): Conversation {
  const customer = customers.get(row.customer_id);
  if (!customer) throw new Error('A conversation without its customer.');
  const at = row.last_message_at;
  return {
    id: row.id,
    channel: row.channel,
    channel_reference: row.channel_reference,
    subject: row.subject,
    customer: { ...viewCustomer(customer), verified: row.verified },
    status: row.status,
    owner: row.owner,
    ai_state: row.ai_state,
    assignee: row.assignee_id ? { id: row.assignee_id, name: people.get(row.assignee_id) ?? null } : null,
    destination: row.destination_id ? (labels.destinations.get(row.destination_id) ?? null) : null,
    tags: row.tag_ids.flatMap((id) => labels.tags.get(id) ?? []),
    language: row.language,
    priority: row.priority,
    waiting_since: time(row.waiting_since),
    snoozed_until: time(row.snoozed_until),
    resolution: row.resolution,
    resolved_at: time(row.resolved_at),
    episode: row.episode,
    previous_conversation_id: row.previous_conversation_id,
    message_count: row.message_count,
    last_message:
      row.last_message_kind && at
        ? { kind: row.last_message_kind, text: row.last_message_text ?? '', at: at.toISOString() }
        : null,
    customer_words: row.last_customer_text,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    version: row.version,
  };
}

const viewCustomer = ({ id, name, email, external_id, attributes }: CustomerRow) => ({
  id,
  name,
  email,
  external_id,
  attributes,
});

export type DeliveryOfMessage = Pick<OutboxRow, 'message_id' | 'state' | 'attempts' | 'last_error' | 'sent_at'>;

/** What the view of a message adds to its row: its delivery and its ratings. */
interface AroundMessage {
  delivery: DeliveryOfMessage | undefined;
  feedback: readonly FeedbackRow[];
  /** The outcome of the message's decision. It is undefined if the message has no decision, or retention has deleted it. */
  outcome: DecisionRow['outcome'] | undefined;
}

export function viewMessage(row: MessageRow, { delivery, feedback, outcome }: AroundMessage): Message {
  return {
    id: row.id,
    kind: row.kind,
    author: { type: row.author_type, id: row.author_id, name: row.author_name },
    text: row.text,
    ...(row.quoted_text === null ? {} : { quoted_text: row.quoted_text }),
    ...(row.html === null ? {} : { html: row.html }),
    attachments: row.attachments.map((each) => viewAttachment(row, each)),
    citations: row.citations,
    ...(row.decision_id === null || outcome === undefined ? {} : { decision_id: row.decision_id }),
    ...(row.kind === 'ai' && outcome === 'clarify' ? { asks_back: true } : {}),
    delivery: viewDelivery(delivery),
    automated: row.automated,
    ...(row.authenticity === null ? {} : { authenticity: row.authenticity }),
    feedback: feedback.map(viewFeedback),
    created_at: row.created_at.toISOString(),
  };
}

// Do not show the helpdesk's URL of the file: it works without an account of ours.
const viewAttachment = (row: MessageRow, { id, name, media_type, bytes, kept, url }: ListedAttachment): Attachment => ({
  id,
  name,
  media_type,
  bytes,
  ...(kept || url ? { url: `/api/conversations/${row.conversation_id}/messages/${row.id}/attachments/${id}` } : {}),
});

export const viewHandover = (
  row: HandoverRow,
  labels: Labels,
  outcomes: Awaited<ReturnType<typeof outcomesBehind>>,
): Handover => ({
  id: row.id,
  direction: row.direction,
  reason: row.reason,
  rule_id: row.rule_id,
  decision_id: outcomes.has(row.decision_id) ? row.decision_id : null,
  actor: { type: row.actor_type, id: row.actor_id, name: row.actor_name },
  destination: row.destination_id ? (labels.destinations.get(row.destination_id) ?? null) : null,
  note: row.note,
  message_sent: row.message_sent,
  delivery: row.delivery,
  created_at: row.created_at.toISOString(),
});

/** The record has had the contract's shape since `consider` built it (its table refuses changes); the rest is what became of it. */
export const recordedDecision = (row: DecisionRow): RecordedDecision => ({
  ...row.record,
  id: row.id,
  conversation_id: row.conversation_id,
  message_ids: row.message_ids,
  disposition: row.disposition,
  hash: row.hash,
  created_at: row.created_at.toISOString(),
});

const shownStatus: Record<OutboxRow['state'], Message['delivery']['status']> = {
  pending: 'pending',
  sending: 'pending',
  sent: 'sent',
  cancelled: 'failed',
  unknown: 'failed',
  dead: 'failed',
};

// `unknown` is shown as failed, with its reason: people must look, and nothing may claim that the message arrived.
function viewDelivery(row: DeliveryOfMessage | undefined): Message['delivery'] {
  if (!row) return { status: 'none', attempts: 0, error: null, sent_at: null };
  return {
    status: shownStatus[row.state],
    attempts: row.attempts,
    error: row.last_error,
    sent_at: time(row.sent_at),
  };
}

const time = (date: Date | null) => date?.toISOString() ?? null;
