import type { OrganizationScope } from '../../platform/database/transaction.ts';
import type { Desk } from '../../platform/desk.ts';
import { conflict } from '../../platform/http/errors.ts';
import { english, sentence } from '../../platform/words/sentence.logic.ts';
import { recentIntegration } from '../integrations/integrations.store.ts';
import { openFrom } from '../integrations/secrets.ts';
import type { TestDelivery } from '../test-events/test-event.actions.ts';
import { signTicketdesk } from './signature.ts';

/** A comment in a ticket that does not exist, in the form that contains its text. The vendor's tickets never have the id 0. */
export async function makeTicketdeskTest(desk: Desk, scope: OrganizationScope, mark: string): Promise<TestDelivery> {
  const row = await recentIntegration(desk.db, scope, 'ticketdesk');
  const secret = row ? openFrom(desk, row, 'webhook_secret_sealed') : null;
  if (!row || !secret) throw conflict('not_connected', sentence`Set the signing secret of the webhook first.`);
  const at = desk.clock.now().toISOString();
  const body = Buffer.from(JSON.stringify(eventOf(mark, at)));
  return {
    path: `/webhooks/ticketdesk/${scope.organizationId}`,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'x-zendesk-webhook-signature': signTicketdesk(body, at, secret),
      'x-zendesk-webhook-signature-timestamp': at,
      ...(row.delivery_account_id ? { 'x-zendesk-account-id': row.delivery_account_id } : {}),
    },
    body,
    eventId: mark,
    configured: row.account_id
      ? english`Account ${row.account_name ?? row.account_id} is connected.`
      : english`The signing secret of the webhook is set.`,
    signedWith: english`Signed with the secret of the webhook.`,
  };
}

const eventOf = (mark: string, time: string) => ({
  type: 'zen:event-type:ticket.comment_added',
  id: mark,
  subject: 'zen:ticket:0',
  time,
  zendesk_event_version: '2022-11-06',
  detail: { id: '0', subject: 'A test event from Frontdesk' },
  event: {
    comment: {
      id: mark,
      body: 'A test event from Frontdesk. Nobody wrote it.',
      is_public: false,
      author: { id: '0', is_staff: true, name: 'Frontdesk test' },
    },
  },
});
