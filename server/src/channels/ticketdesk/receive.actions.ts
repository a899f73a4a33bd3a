import type { Desk } from '../../platform/desk.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import { sha256 } from '../../platform/secrets/signatures.ts';
import { acknowledge, decoySecret, refused, scopeOf } from '../integrations/webhook-requests.ts';
import { singleHeader, type InboundRequest, type Receipt } from '../inbound/inbound-request.ts';
import { accept } from '../inbound/ingest.actions.ts';
import { bindDeliveryAccount, recentIntegration, type IntegrationRow } from '../integrations/integrations.store.ts';
import { openFrom } from '../integrations/secrets.ts';
import { parseJson } from '../port/json.logic.ts';
import { readDelivery, readEventId } from './payload.logic.ts';
import { ticketdeskSignatureFits } from './signature.ts';

/**
 * Stores an event of ticketdesk. Throws the same 401 for an unknown organization, a connection without secret, a wrong or
 * old signature, and another account's event. The first authentic delivery binds the account's number, which is checked
 * from then on.
 */
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
  // The vendor signs a retry again, and only its invocation identifies it. That header is not signed, so it counts only
  // together with the body, and no other value of it turns an old event into a new one.
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

// Always two, so that the time of a refusal does not reveal how many secrets an organization has.
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
