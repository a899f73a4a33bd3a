import Type, { type Static } from 'typebox';
import { Attachment, mostAttachments } from './attachments.ts';
import { Citation, Decision, destinationKinds, handoverReasons } from './decisions.ts';
import { endpoint } from './endpoint.ts';
import { Feedback } from './feedback.ts';
import { Id, IdParams, Nullable, Omissible, Page, PageQuery, Strict, Timestamp, Sentence, SentenceIf } from './http.ts';
import { Present } from './live.ts';

export const channels = ['chatdesk', 'ticketdesk', 'email'] as const;
export const statuses = ['open', 'pending', 'snoozed', 'resolved', 'spam'] as const;
export const owners = ['ai', 'human'] as const;
export const aiStates = ['idle', 'queued', 'running', 'awaiting_approval'] as const;
export const resolutions = ['ai_confirmed', 'ai_assumed', 'human', 'inactivity', 'spam'] as const;
export const priorities = ['low', 'normal', 'high', 'urgent'] as const;
export const messageKinds = ['customer', 'ai', 'human', 'note', 'event', 'draft'] as const;
export const deliveryStatuses = ['none', 'pending', 'sent', 'failed'] as const;
export const handoverDeliveries = ['pending', 'delivered', 'failed', 'fallback_used'] as const;
/** Whether a message comes from the sender that it names; `disowned`: the sender's domain denies it. */
export const authenticities = ['proven', 'unproven', 'disowned'] as const;

export type Channel = (typeof channels)[number];
export type Status = (typeof statuses)[number];
export type Owner = (typeof owners)[number];
export type AiState = (typeof aiStates)[number];
export type Resolution = (typeof resolutions)[number];
export type Priority = (typeof priorities)[number];
export type Authenticity = (typeof authenticities)[number];
export type MessageKind = (typeof messageKinds)[number];

const Customer = Type.Object({
  id: Id,
  name: Nullable(Type.String()),
  email: Nullable(Type.String()),
  external_id: Nullable(Type.String()),
  verified: Type.Boolean(),
  attributes: Type.Record(Type.String(), Type.Unknown()),
});

const NamedDestination = Type.Object({ id: Id, name: Type.String(), kind: Type.Enum(destinationKinds) });

export const Conversation = Type.Object({
  id: Id,
  channel: Type.Enum(channels),
  channel_reference: Type.String(),
  subject: Nullable(Type.String()),
  customer: Customer,
  status: Type.Enum(statuses),
  owner: Type.Enum(owners),
  ai_state: Nullable(Type.Enum(aiStates)),
  assignee: Nullable(Type.Object({ id: Id, name: Nullable(Type.String()) })),
  destination: Nullable(NamedDestination),
  tags: Type.Array(Type.Object({ id: Id, name: Type.String(), color: Nullable(Type.String()) })),
  language: Nullable(Type.String()),
  priority: Type.Enum(priorities),
  waiting_since: Nullable(Timestamp),
  snoozed_until: Nullable(Timestamp),
  resolution: Nullable(Type.Enum(resolutions)),
  resolved_at: Nullable(Timestamp),
  episode: Type.Integer(),
  previous_conversation_id: Nullable(Id),
  message_count: Type.Integer(),
  last_message: Nullable(Type.Object({ kind: Type.Enum(messageKinds), text: Type.String(), at: Timestamp })),
  /** The beginning of the customer's last message. */
  customer_words: Nullable(Type.String()),
  created_at: Timestamp,
  updated_at: Timestamp,
  version: Type.Integer(),
});
export type Conversation = Static<typeof Conversation>;

export const Message = Type.Object({
  id: Id,
  kind: Type.Enum(messageKinds),
  author: Type.Object({
    type: Type.Enum(['customer', 'ai', 'human', 'system']),
    id: Nullable(Type.String()),
    name: Nullable(Type.String()),
  }),
  text: SentenceIf('kind', 'event'),
  /** The earlier message that a mail quotes; `text` contains only the new text. */
  quoted_text: Type.Optional(Type.String()),
  /** Sanitized: without scripts, handlers, forms, styles and remote pictures. */
  html: Type.Optional(Type.String()),
  attachments: Type.Array(Attachment),
  citations: Type.Array(Citation),
  decision_id: Type.Optional(Id),
  /** Only for messages by the AI: whether it is a clarifying question. */
  asks_back: Type.Optional(Type.Boolean()),
  delivery: Type.Object({
    status: Type.Enum(deliveryStatuses),
    attempts: Type.Integer(),
    error: Nullable(Sentence),
    /** Null until the channel has accepted it. */
    sent_at: Nullable(Timestamp),
  }),
  automated: Type.Boolean(),
  authenticity: Type.Optional(Type.Enum(authenticities)),
  feedback: Type.Array(Feedback),
  created_at: Timestamp,
});
export type Message = Static<typeof Message>;

export const Handover = Type.Object({
  id: Id,
  direction: Type.Enum(['to_human', 'to_ai']),
  reason: Type.Enum(handoverReasons),
  rule_id: Nullable(Id),
  decision_id: Nullable(Id),
  actor: Type.Object({
    type: Type.Enum(['ai', 'human', 'system']),
    id: Nullable(Type.String()),
    name: Nullable(Type.String()),
  }),
  destination: Nullable(NamedDestination),
  note: Nullable(Type.String()),
  message_sent: Nullable(Type.String()),
  delivery: Type.Enum(handoverDeliveries),
  created_at: Timestamp,
});
export type Handover = Static<typeof Handover>;

/** A stored decision and its result: `superseded` ones never reached the customer; `stopped` ones needed no turn. */
export const RecordedDecision = Type.Object({
  ...Decision.properties,
  id: Id,
  /** Null if the message was stopped before it belonged to a conversation. */
  conversation_id: Nullable(Id),
  message_ids: Type.Array(Id),
  disposition: Type.Enum(['carried_out', 'superseded', 'stopped']),
  created_at: Timestamp,
});
export type RecordedDecision = Static<typeof RecordedDecision>;

const ConversationThread = Type.Object({
  ...Conversation.properties,
  messages: Type.Array(Message),
  handovers: Type.Array(Handover),
  last_decision: Nullable(RecordedDecision),
  presence: Type.Array(Present),
});

const Words = Type.String({ minLength: 1, maxLength: 20_000, pattern: '\\S' });

export const listConversations = endpoint({
  method: 'GET',
  path: '/api/conversations',
  operation: 'listConversations',
  summary: 'The queue: conversations by owner, status, channel, tag, destination, assignee or customer',
  tag: 'Conversations',
  query: Strict({
    ...PageQuery,
    owner: Type.Optional(Type.Enum(owners)),
    status: Type.Optional(Type.Enum(statuses)),
    channel: Type.Optional(Type.Enum(channels)),
    tag_id: Type.Optional(Id),
    destination_id: Type.Optional(Id),
    assignee_id: Type.Optional(Type.Union([Type.Enum(['me', 'none']), Id])),
    customer_id: Type.Optional(Id),
    needs: Type.Optional(Type.Enum(['approval', 'reply'])),
    q: Type.Optional(Type.String({ maxLength: 200 })),
    sort: Type.Optional(Type.Enum(['waiting_since', 'updated_at'])),
  }),
  reply: { 200: Page(Conversation) },
});

export const getConversation = endpoint({
  method: 'GET',
  path: '/api/conversations/:id',
  operation: 'getConversation',
  summary: 'One conversation with its newest 200 messages, handovers and last decision',
  tag: 'Conversations',
  params: IdParams,
  reply: { 200: ConversationThread },
});

export const handOverConversation = endpoint({
  method: 'POST',
  path: '/api/conversations/:id/handover',
  operation: 'handOverConversation',
  summary: 'Hand over to people (a null destination_id keeps the place and notifies nobody), or back to the AI',
  tag: 'Conversations',
  params: IdParams,
  body: Strict({
    to: Type.Enum(owners),
    reason: Type.Optional(Type.Enum(handoverReasons)),
    destination_id: Type.Optional(Nullable(Id)),
    assignee_id: Type.Optional(Nullable(Id)),
    note: Type.Optional(Nullable(Type.String({ maxLength: 5_000 }))),
    notify_customer: Type.Optional(Type.Boolean({ default: true })),
    expected_version: Type.Optional(Type.Integer({ minimum: 0 })),
  }),
  reply: {
    200: Type.Object({
      conversation: Conversation,
      handover: Nullable(Handover),
      epoch: Type.Integer(),
      in_flight: Type.Integer(),
      in_flight_unknown: Type.Boolean(),
    }),
  },
});

export const updateConversation = endpoint({
  method: 'PATCH',
  path: '/api/conversations/:id',
  operation: 'updateConversation',
  summary: 'Resolve, snooze or reopen a conversation; tag, place or assign it',
  tag: 'Conversations',
  params: IdParams,
  body: Strict({
    status: Type.Optional(Type.Enum(statuses)),
    snoozed_until: Type.Optional(Nullable(Timestamp)),
    tag_ids: Type.Optional(Nullable(Type.Array(Id, { maxItems: 50, uniqueItems: true }))),
    destination_id: Type.Optional(Nullable(Id)),
    assignee_id: Type.Optional(Nullable(Id)),
  }),
  reply: { 200: Conversation },
});

export const listMessages = endpoint({
  method: 'GET',
  path: '/api/conversations/:id/messages',
  operation: 'listMessages',
  summary: 'The messages of a conversation, oldest first',
  tag: 'Conversations',
  params: IdParams,
  query: Strict(PageQuery),
  reply: { 200: Page(Message) },
});

export const readMessage = endpoint({
  method: 'GET',
  path: '/api/conversations/:id/messages/:message_id',
  operation: 'readMessage',
  summary: 'One message',
  tag: 'Conversations',
  params: Strict({ id: Id, message_id: Id }),
  reply: { 200: Message },
});

export const writeMessage = endpoint({
  method: 'POST',
  path: '/api/conversations/:id/messages',
  operation: 'writeMessage',
  summary: 'Reply to the customer (a takeover) or leave a note for colleagues',
  tag: 'Conversations',
  params: IdParams,
  body: Strict({
    kind: Type.Enum(['reply', 'note']),
    text: Words,
    /** The ids of files that were uploaded for this conversation. */
    attachment_ids: Type.Optional(Type.Array(Id, { maxItems: mostAttachments, uniqueItems: true })),
  }),
  reply: { 201: Message },
});

const DraftParams = Strict({ id: Id, message_id: Id });

export const approveDraft = endpoint({
  method: 'POST',
  path: '/api/conversations/:id/drafts/:message_id/approve',
  operation: 'approveDraft',
  summary: 'Send a drafted answer, edited or as it is',
  tag: 'Conversations',
  params: DraftParams,
  body: Omissible(Strict({ text: Type.Optional(Words) })),
  reply: { 200: Message },
});

export const discardDraft = endpoint({
  method: 'POST',
  path: '/api/conversations/:id/drafts/:message_id/discard',
  operation: 'discardDraft',
  summary: 'Discard a drafted answer; people take over',
  tag: 'Conversations',
  params: DraftParams,
  body: Omissible(Strict({})),
  reply: { 200: Conversation },
});

export const listDecisions = endpoint({
  method: 'GET',
  path: '/api/conversations/:id/decisions',
  operation: 'listDecisions',
  summary: 'The decisions taken in a conversation, newest first',
  tag: 'Conversations',
  params: IdParams,
  query: Strict(PageQuery),
  reply: { 200: Page(RecordedDecision) },
});

export const getDecision = endpoint({
  method: 'GET',
  path: '/api/decisions/:id',
  operation: 'getDecision',
  summary: 'One decision record',
  tag: 'Conversations',
  params: IdParams,
  reply: { 200: RecordedDecision },
});
