import Type, { type Static } from 'typebox';
import { Decision } from './decisions.ts';
import { endpoint } from './endpoint.ts';
import {
  Id,
  IdParams,
  mergePatchOf,
  NameOf,
  Nullable,
  Omissible,
  Page,
  PageQuery,
  Strict,
  Timestamp,
  type MergePatch,
} from './http.ts';
import { lookupMembers, Overlay } from './simulation.ts';
import { CaseContext } from './suite.ts';

const Title = NameOf(200);

export const PlaygroundConversation = Type.Object({
  id: Id,
  title: Type.String(),
  context: CaseContext,
  overlay: Nullable(Type.Unknown()),
  archived: Type.Boolean(),
  from_conversation_id: Nullable(Id),
  message_count: Type.Integer(),
  created_by: Type.Object({ id: Type.String(), name: Nullable(Type.String()) }),
  created_at: Timestamp,
  updated_at: Timestamp,
  version: Type.Integer(),
});
export type PlaygroundConversation = Static<typeof PlaygroundConversation>;

export const PlaygroundMessage = Type.Object({
  id: Id,
  kind: Type.Enum(['customer', 'ai']),
  text: Type.String(),
  /** For a reply: the decision behind it. For a question without a reply: the decision not to reply. */
  decision: Nullable(Decision),
  /** True for messages of the live conversation that was opened here, which were not rehearsed. */
  from_history: Type.Boolean(),
  created_at: Timestamp,
});
export type PlaygroundMessage = Static<typeof PlaygroundMessage>;

export const CreatePlayground = Strict({
  title: Type.Optional(Title),
  context: Type.Optional(CaseContext),
  overlay: Type.Optional(Nullable(Overlay)),
  /** Copies the channel, customer and messages of a live conversation, which does not change. */
  from_conversation_id: Type.Optional(Id),
});
export type CreatePlayground = Static<typeof CreatePlayground>;

export const UpdatePlayground = Strict({
  title: Type.Optional(Title),
  archived: Type.Optional(Type.Boolean()),
  context: Type.Optional(Nullable(Type.Unsafe<MergePatch<CaseContext>>(mergePatchOf(CaseContext)))),
  overlay: Type.Optional(Nullable(Overlay)),
});
export type UpdatePlayground = Static<typeof UpdatePlayground>;

export const WritePlaygroundMessage = Strict({
  text: Type.String({ minLength: 1, maxLength: 20_000, pattern: '\\S' }),
  ...lookupMembers,
});
export type WritePlaygroundMessage = Static<typeof WritePlaygroundMessage>;

const tag = 'Validation';
const base = '/api/knowledge/validation/playground/conversations';

export const listPlayground = endpoint({
  method: 'GET',
  path: base,
  operation: 'listPlaygroundConversations',
  summary: 'Conversations of the playground, newest first',
  tag,
  query: Strict({ ...PageQuery, archived: Type.Optional(Type.Boolean()) }),
  reply: { 200: Page(PlaygroundConversation) },
});
export const createPlayground = endpoint({
  method: 'POST',
  path: base,
  operation: 'createPlaygroundConversation',
  summary: 'Begin a conversation that no customer sees, or open a live one in the playground',
  tag,
  body: Omissible(CreatePlayground),
  reply: { 201: PlaygroundConversation },
});
export const readPlayground = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  operation: 'readPlaygroundConversation',
  summary: 'One conversation of the playground',
  tag,
  params: IdParams,
  reply: { 200: PlaygroundConversation },
});
export const updatePlayground = endpoint({
  method: 'PATCH',
  path: `${base}/:id`,
  operation: 'updatePlaygroundConversation',
  summary: 'Rename or archive it, or change the context and the overlay of its next turns',
  tag,
  params: IdParams,
  body: UpdatePlayground,
  reply: { 200: PlaygroundConversation },
});
export const deletePlayground = endpoint({
  method: 'DELETE',
  path: `${base}/:id`,
  operation: 'deletePlaygroundConversation',
  summary: 'Delete a conversation of the playground with its messages',
  tag,
  params: IdParams,
  reply: { 204: Type.Null() },
});
export const listPlaygroundMessages = endpoint({
  method: 'GET',
  path: `${base}/:id/messages`,
  operation: 'listPlaygroundMessages',
  summary: 'The messages, oldest first',
  tag,
  params: IdParams,
  query: Strict(PageQuery),
  reply: { 200: Page(PlaygroundMessage) },
});
export const readPlaygroundMessage = endpoint({
  method: 'GET',
  path: `${base}/:id/messages/:message_id`,
  operation: 'readPlaygroundMessage',
  summary: 'One message of the playground; a reply with its decision',
  tag,
  params: Strict({ id: Id, message_id: Id }),
  reply: { 200: PlaygroundMessage },
});
export const writePlaygroundMessage = endpoint({
  method: 'POST',
  path: `${base}/:id/messages`,
  operation: 'writePlaygroundMessage',
  summary: 'Say something as the customer; the reply carries its decision',
  tag,
  params: IdParams,
  body: WritePlaygroundMessage,
  limit: { times: 300, seconds: 60, per: 'caller' },
  reply: {
    201: Type.Object({
      message: PlaygroundMessage,
      reply: Nullable(PlaygroundMessage),
      decision: Decision,
      would_execute: Type.Boolean(),
      blocked_by: Type.Array(Type.String()),
    }),
  },
});
