import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import type { Desk } from '../../platform/desk.ts';
import { signWebhook } from '../../platform/secrets/standard-webhooks.ts';
import type { TestDelivery } from '../test-events/test-event.actions.ts';
import { inboxOf } from './domains/mailboxes.store.ts';
import { inboxAddress } from './domains/our-addresses.ts';
import { organizationMailSecret } from './message/organization-secret.ts';
import { english } from '../../platform/words/sentence.logic.ts';

/**
 * A mail from the organization's own inbox to itself: even without its mark it would get no answer. It is not sent to a
 * public address, so it does not count as mail received at one.
 */
export async function makeTestMail(desk: Desk, scope: OrganizationScope, mark: string): Promise<TestDelivery> {
  const inbox = inboxAddress(desk, await inScope(desk.db, scope, (tx) => inboxOf(tx, scope)));
  const messageId = `${mark}@${desk.config.EMAIL_INBOUND_DOMAIN}`.toLowerCase();
  const now = desk.clock.now();
  const lines = [
    `Message-ID: <${messageId}>`,
    `Date: ${now.toUTCString().replace('GMT', '+0000')}`,
    `From: Frontdesk test <${inbox}>`,
    `To: <${inbox}>`,
    'Subject: A test event from Frontdesk',
    'Auto-Submitted: auto-generated',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'A test event from Frontdesk. Nobody wrote it.',
    '',
  ];
  const body = Buffer.from(lines.join('\r\n'));
  const signed = { id: mark, timestamp: String(Math.floor(now.getTime() / 1_000)) };
  return {
    path: '/webhooks/email/inbound',
    headers: {
      'content-type': 'message/rfc822',
      'webhook-id': signed.id,
      'webhook-timestamp': signed.timestamp,
      'webhook-signature': signWebhook(body, signed, organizationMailSecret(desk.config, scope.organizationId)),
      'x-envelope-to': inbox,
      'x-envelope-from': inbox,
    },
    body,
    eventId: `mid:${messageId}`,
    configured: english`Mail is received at ${inbox}.`,
    signedWith: english`Signed with the signing secret of the organization.`,
  };
}
