import { approveDraft, discardDraft, handOverConversation, writeMessage } from '@desk/contract/conversations';
import { testDestination } from '@desk/contract/destination-tests';
import { changeConversations, suggestAnswer } from '@desk/contract/queue';
import { member, workspaceAdmin, type Scope } from '../access/index.ts';
import { editConversation, type ConversationReader, type PeerLookups } from '../conversations/index.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Desk } from '../platform/desk.ts';
import { created, route, type Route } from '../platform/server/route.ts';
import { inScope } from '../platform/database/transaction.ts';
import { accountActionRoutes } from './account-actions/account-actions.routes.ts';
import { attachmentRoutes } from './attachments/attachments.routes.ts';
import { changeEach } from './people/bulk.actions.ts';
import { approve, discard } from './people/drafts.actions.ts';
import { deadLetterRoutes } from './people/dead-letters.routes.ts';
import { erasureRoutes } from './erasure/erasure.routes.ts';
import { feedbackRoutes } from './people/feedback.routes.ts';
import { handOverByPerson } from './people/handover-by-person.actions.ts';
import { suggest } from './people/suggest.actions.ts';
import { tryDestination } from './people/test-destination.actions.ts';
import { leaveNote, replyByPerson } from './people/person-writes.actions.ts';

/** Routes that combine several domains: what people do in a conversation, dead letters, erasures, and the test of a destination. */
export function deskRoutes(desk: Desk, reader: ConversationReader, neighbours: PeerLookups): Route[] {
  return [
    handoverRoute(desk, reader, neighbours),
    route(writeMessage, member, async ({ scope, params, body }) => {
      const write = body.kind === 'note' ? leaveNote : replyByPerson;
      const message = await inScope(desk.db, scope, async (tx) => {
        const written = await write(desk, tx, scope, {
          id: params.id,
          text: body.text,
          attachmentIds: body.attachment_ids ?? [],
          actor: personOf(scope),
        });
        return reader.message(tx, scope, written);
      });
      return created(`/api/conversations/${params.id}/messages/${message.id}`, message);
    }),
    ...attachmentRoutes(desk),
    ...draftRoutes(desk, reader),
    ...feedbackRoutes(desk),
    ...deadLetterRoutes(desk, reader),
    ...accountActionRoutes(desk),
    ...erasureRoutes(desk),
    route(changeConversations, member, async ({ scope, body }) => ({
      items: await changeEach(desk, scope, body, neighbours),
    })),
    route(suggestAnswer, member, ({ scope, params }) => suggest(desk, scope, params.id)),
    route(testDestination, workspaceAdmin, ({ scope, params }) => tryDestination(desk, scope, params.id)),
  ];
}

// The assignment and the handover are one change.
const handoverRoute = (desk: Desk, reader: ConversationReader, neighbours: PeerLookups): Route =>
  route(handOverConversation, member, async ({ scope, params, body, expectedVersion }) => {
    const { expected_version: seen, assignee_id: assignee, ...wish } = body;
    const version = seen === undefined ? expectedVersion : [seen];
    const asked = { ...params, actor: personOf(scope), expectedVersion: version };
    const assign = (tx: Tx) =>
      editConversation(desk, tx, scope, { ...asked, edit: { assignee_id: assignee ?? null }, neighbours });
    // The assignment comes first, so it checks the version that the caller has seen.
    const assigning = assignee === undefined ? {} : { expectedVersion: null, first: assign };
    const { conversation, handover, silence } = await handOverByPerson(desk, scope, { ...asked, wish, ...assigning });
    return inScope(desk.db, scope, async (tx) => ({
      conversation: await reader.conversation(tx, scope, conversation),
      handover: handover ? await reader.handover(tx, scope, handover) : null,
      epoch: conversation.epoch,
      in_flight: silence.inFlight,
      in_flight_unknown: silence.unknown,
    }));
  });

const draftRoutes = (desk: Desk, reader: ConversationReader): Route[] => [
  route(approveDraft, member, ({ scope, params, body, expectedVersion }) =>
    inScope(desk.db, scope, async (tx) => {
      const draft = { ...params, expectedVersion, actor: personOf(scope) };
      const sent = await approve(desk, tx, scope, { ...draft, text: body?.text ?? null });
      return reader.message(tx, scope, sent);
    }),
  ),
  route(discardDraft, member, ({ scope, params, expectedVersion }) =>
    inScope(desk.db, scope, async (tx) => {
      const draft = { ...params, expectedVersion, actor: personOf(scope) };
      return reader.conversation(tx, scope, await discard(desk, tx, scope, draft));
    }),
  ),
];

const personOf = (scope: Scope) => ({ type: 'human' as const, id: scope.actor.id, name: scope.actor.name });
