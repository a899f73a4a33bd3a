import type { OrganizationScope } from '../../platform/database/transaction.ts';
import type { Desk } from '../../platform/desk.ts';
import { conflict } from '../../platform/http/errors.ts';
import { english, sentence } from '../../platform/words/sentence.logic.ts';
import { recentIntegration } from '../integrations/integrations.store.ts';
import type { TestDelivery } from '../test-events/test-event.actions.ts';
import { chatdeskSigningSecret } from './open.ts';
import { signChatdesk } from './signature.ts';

/** A new conversation of a made-up customer. The vendor's conversations never have the id 0. */
export async function makeChatdeskTest(desk: Desk, scope: OrganizationScope, mark: string): Promise<TestDelivery> {
  const row = await recentIntegration(desk.db, scope, 'chatdesk');
  if (!row?.account_id) throw conflict('not_connected', sentence`Connect ${'chatdesk'} first.`);
  const secret = chatdeskSigningSecret(desk, row);
  if (!secret)
    throw conflict('app_not_configured', sentence`Set the client secret of the app first: it signs the events.`);
  const now = Math.floor(desk.clock.now().getTime() / 1_000);
  const body = Buffer.from(JSON.stringify(eventOf({ mark, account: row.account_id, now })));
  return {
    path: `/webhooks/chatdesk/${scope.organizationId}`,
    headers: { 'content-type': 'application/json', 'x-hub-signature': signChatdesk(body, secret) },
    body,
    eventId: mark,
    configured: english`Account ${row.account_name ?? row.account_id} is connected.`,
    signedWith: english`Signed with the client secret of the app.`,
  };
}

function eventOf({ mark, account, now }: { mark: string; account: string; now: number }) {
  const author = { type: 'user', id: mark, name: 'Frontdesk test', email: null };
  return {
    type: 'notification_event',
    app_id: account,
    topic: 'conversation.user.created',
    id: mark,
    created_at: now,
    data: {
      type: 'notification_event_data',
      item: {
        type: 'conversation',
        id: '0',
        created_at: now,
        updated_at: now,
        source: {
          type: 'conversation',
          id: mark,
          body: '<p>A test event from Frontdesk. Nobody wrote it.</p>',
          author,
        },
        contacts: { type: 'contact.list', contacts: [] },
        conversation_parts: { type: 'conversation_part.list', conversation_parts: [], total_count: 0 },
      },
    },
  };
}
