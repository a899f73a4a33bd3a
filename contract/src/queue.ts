import Type from 'typebox';
import { handOverConversation, updateConversation } from './conversations.ts';
import { Citation } from './decisions.ts';
import { endpoint } from './endpoint.ts';
import { Id, IdParams, Nullable, Omissible, Strict } from './http.ts';

/** The current number of conversations in each view of the queue. */
const ConversationCounts = Type.Object({
  views: Type.Object({
    waiting: Type.Integer(),
    mine: Type.Integer(),
    unassigned: Type.Integer(),
    approval: Type.Integer(),
    ai: Type.Integer(),
    snoozed: Type.Integer(),
    all_open: Type.Integer(),
    /** At most 1,000, like `every`, which counts all conversations. */
    resolved: Type.Integer(),
    every: Type.Integer(),
  }),
  by_channel: Type.Object({ chatdesk: Type.Integer(), ticketdesk: Type.Integer(), email: Type.Integer() }),
  by_destination: Type.Array(Type.Object({ id: Id, name: Nullable(Type.String()), count: Type.Integer() })),
});

export const countConversations = endpoint({
  method: 'GET',
  path: '/api/conversations/counts',
  operation: 'countConversations',
  summary: 'How many conversations are in each view of the queue, by channel and by destination',
  tag: 'Conversations',
  reply: { 200: ConversationCounts },
});

export const changeConversations = endpoint({
  method: 'POST',
  path: '/api/conversations/bulk',
  operation: 'changeConversations',
  summary: 'The same change or handover for up to 200 conversations; each succeeds or fails on its own',
  tag: 'Conversations',
  body: Strict({
    ids: Type.Array(Id, { minItems: 1, maxItems: 200, uniqueItems: true }),
    patch: Type.Optional(updateConversation.body),
    handover: Type.Optional(handOverConversation.body),
  }),
  reply: {
    200: Type.Object({
      items: Type.Array(Type.Object({ id: Id, ok: Type.Boolean(), code: Type.Optional(Type.String()) })),
    }),
  },
});

const suggestion = {
  text: Nullable(Type.String()),
  citations: Type.Array(Citation),
  confidence: Nullable(Type.Number()),
};
export const suggestAnswer = endpoint({
  method: 'POST',
  path: '/api/conversations/:id/suggest',
  operation: 'suggestAnswer',
  summary:
    'Suggest an answer to the last message of the customer, for people to use; nothing is stored. `for_staff` is not for customers',
  tag: 'Conversations',
  params: IdParams,
  body: Omissible(Strict({})),
  reply: { 200: Type.Object({ ...suggestion, for_staff: Nullable(Type.Object(suggestion)) }) },
});
