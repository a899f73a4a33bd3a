import { randomBytes } from 'node:crypto';
import type { Desk } from '../platform/desk.ts';
import { unauthenticEvent } from '../platform/http/errors.ts';
import { isId } from '../platform/process/ids.ts';
import { sha256 } from '../platform/secrets/signatures.ts';
import { inScope, type OrganizationScope } from '../platform/database/transaction.ts';
import { isKnownTopic, readNotification } from './chatdesk/payload.logic.ts';
import { chatdeskSignatureFits } from './chatdesk/signature.ts';
import { chatdeskSigningSecret } from './integrations/connections.ts';
import { singleHeader, type InboundRequest, type Receipt } from './inbound/inbound-request.ts';
import { accept } from './inbound/ingest.actions.ts';
import { countAtDoor, type RefusalReason } from './log/door-counts.ts';
import { openFrom } from './integrations/secrets.ts';
import {
  bindDeliveryAccount,
  recentIntegration,
  saveIntegration,
  type HelpdeskName,
  type IntegrationRow,
} from './integrations/integrations.store.ts';
import { parseJson } from './port/json.logic.ts';
import { readDelivery, readEventId } from './ticketdesk/payload.logic.ts';
import { ticketdeskSignatureFits } from './ticketdesk/signature.ts';

/** Stands in for a secret that does not exist, so that the refusal costs what a refusal costs. */
const decoySecret = randomBytes(32).toString('hex');
const nobody = '00000000-0000-0000-0000-000000000000';

/**
 * Keeps an event of chatdesk. Throws one and the same 401 for an unknown organization, a connection without secret or
 * account, a wrong signature, and another account's event: a valid signature of a shared app proves nothing about whose
 * event it is.
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
    // Old versions and pings come without an id.
    eventId: notification.id ?? `sha256:${sha256(body).toString('hex')}`,
    thread: notification.conversationId,
    raw: body,
    headers: {},
    facts: {},
  });
  return outcome === 'new' ? 'accepted' : 'duplicate';
}

/** The same for ticketdesk. The account's number is bound by the first authentic delivery and checked from then on. */
export async function receiveTicketdesk(desk: Desk, { organization, headers, body }: InboundRequest): Promise<Receipt> {
  const scope = scopeOf(organization);
  const row = await recentIntegration(desk.db, scope, 'ticketdesk');
  const timestamp = singleHeader(headers['x-zendesk-webhook-signature-timestamp']);
  const signed = { signature: singleHeader(headers['x-zendesk-webhook-signature']), timestamp };
  const fits = ticketdeskSignatureFits(body, signed, signingSecrets(desk, row), desk.clock.now());
  if (!row?.webhook_secret_sealed) throw refused(desk, organization, 'ticketdesk', 'not_connected');
  if (!fits) throw refused(desk, organization, 'ticketdesk', 'wrong_signature');
  await checkAccount(desk, scope, row, singleHeader(headers['x-zendesk-account-id']));
  desk.limits.admitEvent(scope.organizationId);
  const parsed = parseJson(body);
  const delivery = readDelivery(parsed, body.toString('utf8'), desk.clock.now());
  if (delivery.kind === 'other') return acknowledge(desk, scope, 'ticketdesk');
  const invocation = singleHeader(headers['x-zendesk-webhook-invocation-id']) ?? null;
  // The vendor's retry is signed anew, and known by its invocation. Nobody signs that header, so it only counts together
  // with the body, and what else it may say makes no new event of an old one.
  const outcome = await accept(desk, {
    organizationId: scope.organizationId,
    channel: 'ticketdesk',
    eventId: readEventId(parsed) ?? `sha256:${sha256(body, timestamp ?? '').toString('hex')}`,
    thread: delivery.ticketId,
    raw: body,
    headers: {},
    facts: { invocation },
  });
  return outcome === 'new' ? 'accepted' : 'duplicate';
}

// One answer for all of them: why is told to the organization only, in its log.
function refused(desk: Desk, organization: string, channel: HelpdeskName, reason: RefusalReason) {
  countAtDoor(desk, { organization, channel, state: 'refused', reason });
  return unauthenticEvent();
}

const scopeOf = (organization: string): OrganizationScope => ({
  organizationId: isId(organization) ? organization : nobody,
});

// Always two: how many secrets an organization has must not show in the time that a refusal takes.
function signingSecrets(desk: Desk, row: IntegrationRow | undefined): string[] {
  const current = row ? openFrom(desk, row, 'webhook_secret_sealed') : null;
  const until = row?.previous_webhook_secret_until ?? null;
  const previous =
    row && until && until > desk.clock.now() ? openFrom(desk, row, 'previous_webhook_secret_sealed') : null;
  return [current ?? decoySecret, previous ?? decoySecret];
}

async function checkAccount(
  desk: Desk,
  scope: OrganizationScope,
  row: IntegrationRow,
  account: string | undefined,
): Promise<void> {
  if (row.delivery_account_id === null) {
    if (account) await inScope(desk.db, scope, (tx) => bindDeliveryAccount(tx, scope, 'ticketdesk', account));
    return;
  }
  if (row.delivery_account_id === account) return;
  desk.log.warn({ organization: scope.organizationId }, 'signed delivery of another ticketdesk account refused');
  throw refused(desk, scope.organizationId, 'ticketdesk', 'other_account');
}

// Authentic, and nothing to do: that the vendor can reach us is still news for the status page.
async function acknowledge(desk: Desk, scope: OrganizationScope, channel: HelpdeskName): Promise<Receipt> {
  countAtDoor(desk, { organization: scope.organizationId, channel, state: 'ignored', reason: 'nothing_to_do' });
  await inScope(desk.db, scope, (tx) => saveIntegration(tx, scope, channel, { pinged_at: desk.clock.now() }));
  return 'ignored';
}
