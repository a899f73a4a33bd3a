import Type, { type Static } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Id, IdParams, Strict, Timestamp } from './http.ts';

export const liveEventTypes = [
  'conversation.updated',
  'message.created',
  'document.updated',
  'run.updated',
  'integration.updated',
  'settings.updated',
  'presence.updated',
] as const;
export type LiveEventType = (typeof liveEventTypes)[number];

/** A person who views a conversation or types in it. The entry expires at `until` unless it is renewed. */
export const Present = Type.Object({
  id: Id,
  name: Type.String(),
  state: Type.Enum(['viewing', 'typing']),
  until: Timestamp,
});
export type Present = Static<typeof Present>;

/** What changed: the thing, and where it belongs. Webhooks name changes in the same way. */
export const Changed = Type.Object({
  id: Type.Optional(Type.String()),
  version: Type.Optional(Type.Integer()),
  conversation_id: Type.Optional(Id),
  collection_id: Type.Optional(Id),
  status: Type.Optional(Type.String()),
  /** Of `settings.updated`: the routing policy was saved, and `version` is its revision. */
  part: Type.Optional(Type.Literal('routing')),
});

/** The `data:` of each event of the stream: what has changed and must be read again. It never contains message text. */
export const LiveEvent = Type.Object({
  id: Type.String(),
  /** `reset`: the events since the last one are no longer stored; read everything again. */
  type: Type.Enum([...liveEventTypes, 'reset']),
  at: Timestamp,
  data: Type.Object({ ...Changed.properties, person: Type.Optional(Present) }),
});
export type LiveEvent = Static<typeof LiveEvent>;

export const streamEvents = endpoint({
  method: 'GET',
  path: '/api/events',
  operation: 'streamEvents',
  summary: 'What changes in the organization, as it happens (text/event-stream); Last-Event-ID resumes',
  tag: 'Live',
  reply: { 200: Type.Unknown() },
  sends: { 'text/event-stream': Type.String() },
});

export const announcePresence = endpoint({
  method: 'POST',
  path: '/api/conversations/:id/presence',
  operation: 'announcePresence',
  summary: 'Report, for 30 seconds, that you are viewing the conversation or typing in it; returns who is here',
  tag: 'Conversations',
  params: IdParams,
  body: Strict({ state: Type.Enum(['viewing', 'typing']) }),
  reply: { 200: Type.Object({ presence: Type.Array(Present) }) },
});
