import Type, { type Static } from 'typebox';
import { channels, Message } from './conversations.ts';
import { endpoint } from './endpoint.ts';
import { Id, IdParams, Nullable, Page, PageQuery, Strict, Timestamp, Sentence } from './http.ts';

const tag = 'Channels';

/**
 * Work that the desk gave up: an inbound `event` that it could not process, or a `send` that did not arrive, or may or may not
 * have arrived (`uncertain`).
 */
export const DeadLetter = Type.Object({
  id: Id,
  kind: Type.Enum(['event', 'send']),
  channel: Type.Enum(channels),
  reason: Sentence,
  uncertain: Type.Boolean(),
  conversation_id: Nullable(Id),
  attempts: Type.Integer(),
  at: Timestamp,
});
export type DeadLetter = Static<typeof DeadLetter>;

export const listDeadLetters = endpoint({
  method: 'GET',
  path: '/api/dead-letters',
  operation: 'listDeadLetters',
  summary: 'Events and sends that need a person, newest first',
  tag,
  query: Strict(PageQuery),
  reply: { 200: Page(DeadLetter) },
});

export const readDeadLetter = endpoint({
  method: 'GET',
  path: '/api/dead-letters/:id',
  operation: 'readDeadLetter',
  summary: 'One event or send that needs a person',
  tag,
  params: IdParams,
  reply: { 200: DeadLetter },
});

export const retryDeadLetter = endpoint({
  method: 'POST',
  path: '/api/dead-letters/:id/retry',
  operation: 'retryDeadLetter',
  summary: 'Retry it; where the channel allows it, first check whether it has arrived after all',
  tag,
  params: IdParams,
  reply: { 202: DeadLetter },
});

export const discardDeadLetter = endpoint({
  method: 'POST',
  path: '/api/dead-letters/:id/discard',
  operation: 'discardDeadLetter',
  summary: 'Discard it permanently',
  tag,
  params: IdParams,
  reply: { 204: Type.Null() },
});

export const retryMessage = endpoint({
  method: 'POST',
  path: '/api/conversations/:id/messages/:message_id/retry',
  operation: 'retryMessage',
  summary: 'Resend a reply that was not delivered',
  tag: 'Conversations',
  params: Strict({ id: Id, message_id: Id }),
  reply: { 202: Message },
});
