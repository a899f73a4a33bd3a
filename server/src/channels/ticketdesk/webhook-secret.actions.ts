import type { Acting } from '../../access/index.ts';
import type { Desk } from '../../platform/desk.ts';
import { conflict, invalid, upstreamFailed } from '../../platform/http/errors.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';
import { fingerprint } from '../../platform/secrets/secrets.ts';
import { inScope } from '../../platform/database/transaction.ts';
import { recordIntegration } from '../integrations/audit.actions.ts';
import { opened } from '../integrations/connections.ts';
import { openFrom, sealFor } from '../integrations/secrets.ts';
import { webhookUrl } from '../integrations/integrations.actions.ts';
import { findIntegration, saveIntegration, takeWebhookSecret } from '../integrations/integrations.store.ts';
import { openTicketdesk } from './open.ts';
import { fetchWebhookSecret } from './account.ts';

const overlapMilliseconds = 24 * 3_600_000;
/** Signs the vendor's test deliveries for everybody in the world: an organization that set it would accept anybody's events. */
const publicTestSecret = 'dGhpc19zZWNyZXRfaXNfZm9yX3Rlc3Rpbmdfb25seQ==';

/** Either the secret itself, or `fetch` to read it from the vendor. */
export interface SecretSource {
  secret?: string;
  fetch?: true;
}

/**
 * Sets the secret that signs ticketdesk's deliveries. The vendor switches at once while deliveries are in flight, so the
 * previous secret stays valid for a day. The same secret again changes nothing.
 */
export async function setWebhookSecret(
  desk: Desk,
  acting: Acting,
  source: SecretSource,
): Promise<{ fingerprint: string; previousValidUntil: Date | null }> {
  if ((source.secret === undefined) === (source.fetch === undefined)) {
    throw invalid('/secret', sentence`Send either the secret or fetch: true.`);
  }
  const secret = source.secret ?? (await fetchSecret(desk, acting));
  if (secret === publicTestSecret) throw invalid('/secret', sentence`This is the vendor's public test secret.`);
  return inScope(desk.db, acting, async (tx) => {
    const row = await findIntegration(tx, acting, 'ticketdesk');
    const current = row ? openFrom(desk, row, 'webhook_secret_sealed') : null;
    if (row && current === secret)
      return { fingerprint: fingerprint(secret), previousValidUntil: row.previous_webhook_secret_until };
    const hashes = { taken: hashOf(desk, secret), kept: current === null ? [] : [hashOf(desk, current)] };
    if (!(await takeWebhookSecret(tx, acting, hashes)))
      throw conflict('conflict', sentence`Another organization uses this secret. Each webhook needs its own.`);
    const seal = (field: 'webhook_secret_sealed' | 'previous_webhook_secret_sealed', text: string) =>
      sealFor(desk, { organization_id: acting.organizationId, channel: 'ticketdesk' }, field, text);
    const until = current === null ? null : new Date(desk.clock.now().getTime() + overlapMilliseconds);
    const after = await saveIntegration(tx, acting, 'ticketdesk', {
      webhook_secret_sealed: seal('webhook_secret_sealed', secret),
      previous_webhook_secret_sealed: current === null ? null : seal('previous_webhook_secret_sealed', current),
      previous_webhook_secret_until: until,
    });
    const action = 'integration.webhook_secret_changed';
    recordIntegration(desk, tx, acting, { action, before: row, after, secrets: ['webhook_secret'] });
    return { fingerprint: fingerprint(secret), previousValidUntil: until };
  });
}

const hashOf = (desk: Desk, secret: string) => desk.pepper('webhook secret', secret);

async function fetchSecret(desk: Desk, acting: Acting): Promise<string> {
  const access = opened('ticketdesk', await openTicketdesk(desk, acting, desk.egress));
  const endpoint = webhookUrl(desk, acting, 'ticketdesk');
  const answer = await fetchWebhookSecret(desk.egress, { baseUrl: access.baseUrl, token: access.token, endpoint });
  switch (answer.kind) {
    case 'secret':
      return answer.secret;
    case 'no_webhook':
      throw conflict(
        'webhook_not_found',
        sentence`The account has no webhook with our URL, or we may not read its secret.`,
      );
    case 'refused':
      throw upstreamFailed(sentence`The vendor did not list its webhooks: ${answer.detail}.`);
  }
}
