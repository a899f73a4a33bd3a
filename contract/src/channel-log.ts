import Type, { type Static } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Id, IdParams, Nullable, Omissible, Page, PageQuery, Strict, Timestamp, Sentence } from './http.ts';

const tag = 'Channels';

/**
 * An inbound event, or the calls of one hour that were refused for one reason (`calls`, with their `count`; `at` is the beginning
 * of the hour). `test`: this desk sent it to itself. `accepted`: stored, and processed or about to be. `dead`: given up, see the
 * dead letters.
 */
export const ChannelEvent = Type.Object({
  id: Id,
  at: Timestamp,
  kind: Type.Enum(['event', 'mail', 'calls', 'test']),
  state: Type.Enum(['accepted', 'ignored', 'refused', 'dead']),
  count: Type.Integer(),
  reason: Type.Optional(Sentence),
  /** Why an accepted event had no effect: a code, or a sentence of ours. */
  ignored_because: Type.Optional(Sentence),
  /** Comes with the conversation's subject and customer, which make entries distinguishable. */
  conversation_id: Type.Optional(Id),
  subject: Type.Optional(Nullable(Type.String())),
  customer_name: Type.Optional(Nullable(Type.String())),
  /** The decision not to answer a message that belongs to no conversation. */
  decision_id: Type.Optional(Id),
  /** The same for its copy. */
  copy_decision_id: Type.Optional(Id),
});
export type ChannelEvent = Static<typeof ChannelEvent>;

export const listChatdeskEvents = endpoint({
  method: 'GET',
  path: '/api/channels/chatdesk/events',
  operation: 'listChatdeskEvents',
  summary: 'What came in from chatdesk and what became of it, newest first',
  tag,
  query: Strict(PageQuery),
  reply: { 200: Page(ChannelEvent) },
});

export const listTicketdeskEvents = endpoint({
  method: 'GET',
  path: '/api/channels/ticketdesk/events',
  operation: 'listTicketdeskEvents',
  summary: 'What came in from ticketdesk and what became of it, newest first',
  tag,
  query: Strict(PageQuery),
  reply: { 200: Page(ChannelEvent) },
});

export const listEmailEvents = endpoint({
  method: 'GET',
  path: '/api/channels/email/events',
  operation: 'listEmailEvents',
  summary: 'What mail came in and what became of it, newest first',
  tag,
  query: Strict(PageQuery),
  reply: { 200: Page(ChannelEvent) },
});

/** Mail to a verified domain of the organization that arrived when no address received mail for it. */
export const UnroutableMail = Type.Object({
  id: Id,
  at: Timestamp,
  to: Type.Array(Type.String()),
  from: Nullable(Type.String()),
  size: Type.Integer(),
});
export type UnroutableMail = Static<typeof UnroutableMail>;

export const listUnroutableMail = endpoint({
  method: 'GET',
  path: '/api/channels/email/unroutable',
  operation: 'listUnroutableMail',
  summary: 'Mail to your verified domains that had no recipient when it arrived, newest first',
  tag,
  query: Strict(PageQuery),
  reply: { 200: Page(UnroutableMail) },
});

export const readUnroutableMail = endpoint({
  method: 'GET',
  path: '/api/channels/email/unroutable/:id',
  operation: 'readUnroutableMail',
  summary: 'One mail to your verified domains that had no recipient',
  tag,
  params: IdParams,
  reply: { 200: UnroutableMail },
});

export const deliverUnroutableMail = endpoint({
  method: 'POST',
  path: '/api/channels/email/unroutable/:id/deliver',
  operation: 'deliverUnroutableMail',
  summary: 'Accept the mail as if it had just arrived',
  tag,
  params: IdParams,
  reply: { 204: Type.Null() },
});

/** The steps of a test event, in order; the list ends with the first step that failed. */
export const TestEventReport = Type.Object({
  ok: Type.Boolean(),
  steps: Type.Array(
    Type.Object({
      id: Type.Enum(['configured', 'signed', 'accepted', 'stored', 'processed']),
      ok: Type.Boolean(),
      detail: Sentence,
      remedy: Type.Optional(Sentence),
    }),
  ),
});
export type TestEventReport = Static<typeof TestEventReport>;

export const sendChatdeskTestEvent = endpoint({
  method: 'POST',
  path: '/api/channels/chatdesk/test-event',
  operation: 'sendChatdeskTestEvent',
  summary: 'Send a signed event through the inbound route of chatdesk and report each step',
  tag,
  body: Omissible(Strict({})),
  limit: { times: 30, seconds: 3_600 },
  reply: { 200: TestEventReport },
});

export const sendTicketdeskTestEvent = endpoint({
  method: 'POST',
  path: '/api/channels/ticketdesk/test-event',
  operation: 'sendTicketdeskTestEvent',
  summary: 'Send a signed event through the inbound route of ticketdesk and report each step',
  tag,
  body: Omissible(Strict({})),
  limit: { times: 30, seconds: 3_600 },
  reply: { 200: TestEventReport },
});

export const sendEmailTestEvent = endpoint({
  method: 'POST',
  path: '/api/channels/email/test-event',
  operation: 'sendEmailTestEvent',
  summary: 'Send a signed mail through the inbound route of e-mail and report each step',
  tag,
  body: Omissible(Strict({})),
  limit: { times: 30, seconds: 3_600 },
  reply: { 200: TestEventReport },
});

export type TestEventEndpoint =
  | typeof sendChatdeskTestEvent
  | typeof sendTicketdeskTestEvent
  | typeof sendEmailTestEvent;
