import {
  getConversation,
  getDecision,
  listConversations,
  listDecisions,
  listMessages,
  readMessage,
  updateConversation,
} from '@desk/contract/conversations';
import { announcePresence } from '@desk/contract/live';
import { countConversations } from '@desk/contract/queue';
import { member } from '../access/index.ts';
import type { Desk } from '../platform/desk.ts';
import { route, type Route } from '../platform/server/route.ts';
import { inScope, inSnapshot } from '../platform/database/transaction.ts';
import { customerRoutes } from './customers/customers.routes.ts';
import { announce, whoIsHere } from './presence/presence.actions.ts';
import { countQueue } from './queue/counts.actions.ts';
import { editConversation } from './queue/edit-conversation.actions.ts';
import { messageById, pageOfDecisions, pageOfMessages, pageOfQueue, readDecision } from './queue/pages.actions.ts';
import { createReader, type ConversationReader, type PeerLookups } from './queue/read-conversation.actions.ts';

/** Routes for the queue, the thread, and the fields of a conversation that people may edit. */
export function conversationRoutes(desk: Desk, neighbours: PeerLookups): Route[] {
  const reader = createReader(neighbours);
  return [
    route(listConversations, member, ({ scope, query }) => {
      const me = query.assignee_id === 'me' ? { assignee_id: scope.actor.id } : {};
      return inScope(desk.db, scope, (tx) => pageOfQueue(tx, scope, { query: { ...query, ...me }, reader }));
    }),
    route(getConversation, member, ({ scope, params }) =>
      inSnapshot(desk.db, scope, async (tx) => ({
        ...(await reader.thread(tx, scope, params.id)),
        presence: await whoIsHere(tx, scope, params.id, desk.clock.now()),
      })),
    ),
    route(announcePresence, member, ({ scope, params, body }) =>
      inScope(desk.db, scope, async (tx) => ({
        presence: await announce(desk, tx, scope, { id: params.id, actor: scope.actor, state: body.state }),
      })),
    ),
    ...editRoutes(desk, neighbours, reader),
    route(countConversations, member, ({ scope }) =>
      inScope(desk.db, scope, (tx) => countQueue(tx, scope, { userId: scope.userId, neighbours })),
    ),
    ...recordRoutes(desk, reader),
    ...customerRoutes(desk),
  ];
}

function recordRoutes(desk: Desk, reader: ConversationReader): Route[] {
  return [
    route(listMessages, member, ({ scope, params, query }) =>
      inScope(desk.db, scope, (tx) => pageOfMessages(tx, scope, { id: params.id, query, reader })),
    ),
    route(readMessage, member, ({ scope, params }) =>
      inScope(desk.db, scope, (tx) => messageById(tx, scope, { ...params, reader })),
    ),
    route(listDecisions, member, ({ scope, params, query }) =>
      inScope(desk.db, scope, (tx) => pageOfDecisions(tx, scope, { id: params.id, query })),
    ),
    route(getDecision, member, ({ scope, params }) =>
      inScope(desk.db, scope, (tx) => readDecision(tx, scope, params.id)),
    ),
  ];
}

const editRoutes = (desk: Desk, neighbours: PeerLookups, reader: ConversationReader): Route[] => [
  route(updateConversation, member, async ({ scope, params, body, expectedVersion }) => {
    const actor = { type: 'human' as const, id: scope.actor.id, name: scope.actor.name };
    return inScope(desk.db, scope, async (tx) => {
      const row = await editConversation(desk, tx, scope, {
        id: params.id,
        edit: body,
        actor,
        expectedVersion,
        neighbours,
      });
      return reader.conversation(tx, scope, row);
    });
  }),
];
