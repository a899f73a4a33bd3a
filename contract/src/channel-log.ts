import Type, { type Static } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Id, IdParams, Nullable, Omissible, Page, PageQuery, Strict, Timestamp, Sentence } from './http.ts';

const tag = 'Channels';

/**
 * One thing that came in, or the calls of one hour that were turned away for one reason (`calls`, with their `count`; `at`
 * is the beginning of the hour). `test`: this desk sent it to itself. `accepted`: kept, worked off or about to be. `dead`: given up, see
 * the dead letters.
 */
export const ChannelEvent = Type.Object({
  id: Id,
  at: Timestamp,
  kind: Type.Enum(['event', 'mail', 'calls', 'test']),
  state: Type.Enum(['accepted', 'ignored', 'refused', 'dead']),
  count: Type.Integer(),
  reason: Type.Optional(Sentence),
  /** Why something that was accepted had no effect: a code, or words of ours. */
  ignored_because: Type.Optional(Sentence),
  /** With the conversation's subject and its customer, which tell one entry from another. */
  conversation_id: Type.Optional(Id),
  subject: Type.Optional(Nullable(Type.String())),
  customer_name: Type.Optional(Nullable(Type.String())),
  /** Why nothing was said to a message that is in no conversation. */
  decision_id: Type.Optional(Id),
  /** The same about its copy. */
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

/** Mail to a domain that the organization has proven, which came when nobody received mail for it. */
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

export const deliverUnroutableMail = endpoint({
  method: 'POST',
  path: '/api/channels/email/unroutable/:id/deliver',
  operation: 'deliverUnroutableMail',
  summary: 'Accept the mail as if it had just arrived',
  tag,
  params: IdParams,
  reply: { 204: Type.Null() },
});

/** How far a test event came, in the order in which it went; it ends with the first step that failed. */
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
