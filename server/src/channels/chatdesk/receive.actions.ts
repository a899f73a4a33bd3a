import type { Desk } from '../../platform/desk.ts';
import { sha256 } from '../../platform/secrets/signatures.ts';
import { acknowledge, decoySecret, refused, scopeOf } from '../integrations/webhook-requests.ts';
import { singleHeader, type InboundRequest, type Receipt } from '../inbound/inbound-request.ts';
import { accept } from '../inbound/ingest.actions.ts';
import { recentIntegration } from '../integrations/integrations.store.ts';
import { parseJson } from '../port/json.logic.ts';
import { chatdeskSigningSecret } from './open.ts';
import { isKnownTopic, readNotification } from './payload/payload.logic.ts';
import { chatdeskSignatureFits } from './signature.ts';

/**
 * Stores an event of chatdesk. Throws the same 401 for an unknown organization, a connection without secret or account, a
 * wrong signature, and another account's event: a valid signature of a shared app does not prove whose event it is.
 */
export async function receiveChatdesk(desk: Desk, { organization, headers, body }: InboundRequest): Promise<Receipt> {
  const scope = scopeOf(organization);
  const row = await recentIntegration(desk.db, scope, 'chatdesk');
  const secret = row?.account_id ? chatdeskSigningSecret(desk, row) : null;
  const fits = chatdeskSignatureFits(body, singleHeader(headers['x-hub-signature']), secret ?? decoySecret);
  if (!row || !secret) throw refused(desk, organization, 'chatdesk', 'not_connected');
  if (!fits) throw refused(desk, organization, 'chatdesk', 'wrong_signature');
  const notification = readNotification(parseJson(body));
  if (notification.appId !== row.account_id) throw refused(desk, organization, 'chatdesk', 'other_account');
  desk.limits.admitEvent(scope.organizationId);
  if (!notification.conversationId || !isKnownTopic(notification.topic)) return acknowledge(desk, scope, 'chatdesk');
  const outcome = await accept(desk, {
    organizationId: scope.organizationId,
    channel: 'chatdesk',
    // Old versions and pings have no id.
    eventId: notification.id ?? `sha256:${sha256(body).toString('hex')}`,
    thread: notification.conversationId,
    raw: body,
    headers: {},
    facts: {},
  });
  return outcome === 'new' ? 'accepted' : 'duplicate';
}
