import { record, type Acting } from '../../access/index.ts';
import { inScope } from '../../platform/database/transaction.ts';
import type { Desk } from '../../platform/desk.ts';
import { conflict, upstreamFailed } from '../../platform/http/errors.ts';
import { sentence, type Sentence } from '../../platform/words/sentence.logic.ts';
import { opened } from '../integrations/connections.ts';
import { webhookUrl } from '../integrations/integrations.actions.ts';
import { claimProvisioning, endProvisioning } from '../integrations/integrations.store.ts';
import { refusalOf } from '../outbound/vendor-account.ts';
import { ask } from '../outbound/vendor-http.ts';
import { idText, list, object, text } from '../port/json.logic.ts';
import { findWebhook } from './account.ts';
import { authorizationOf } from './authorization.logic.ts';
import type { TicketdeskAccess } from './client.ts';
import { openTicketdesk } from './open.ts';
import { toldBy, triggerEvents, triggerFor } from './triggers.logic.ts';
import { setWebhookSecret } from './webhook-secret.actions.ts';

/**
 * Creates in the vendor's account what is missing to send events here: the webhook and its two triggers. The secret is
 * stored before the triggers are created, so that every event can be verified. A repeat changes nothing. Throws 409 if
 * ticketdesk is not connected or does not reveal the secret, or while another call does the same, and 502 if it refuses;
 * what was created until then is kept.
 */
export async function provision(desk: Desk, acting: Acting): Promise<void> {
  const access = opened('ticketdesk', await openTicketdesk(desk, acting, desk.egress));
  const until = await inScope(desk.db, acting, (tx) => claimProvisioning(tx, acting, 'ticketdesk'));
  if (!until)
    throw conflict('provisioning', sentence`The webhook and triggers are being created. Wait until that has ended.`);
  try {
    await createMissing(desk, acting, access);
  } finally {
    await inScope(desk.db, acting, (tx) => endProvisioning(tx, acting, 'ticketdesk', until));
  }
}

async function createMissing(
  desk: Desk,
  acting: Acting,
  { baseUrl, token }: Pick<TicketdeskAccess, 'baseUrl' | 'token'>,
): Promise<void> {
  const vendor = vendorAt(desk, { baseUrl, token });
  const endpoint = webhookUrl(desk, acting, 'ticketdesk');
  const made: string[] = [];
  try {
    const found = await findWebhook(desk.egress, { baseUrl, token, endpoint });
    if (found.kind === 'refused') throw refused(sentence`list its webhooks`, found.detail);
    const id = found.kind === 'webhook' ? found.id : await createWebhook(vendor, endpoint);
    if (found.kind === 'no_webhook') made.push('webhook');
    await setWebhookSecret(desk, acting, { fetch: true });
    const present = await notifiedEvents(vendor, id);
    for (const event of triggerEvents.filter((each) => !present.has(each))) {
      await vendor(sentence`create a trigger`, {
        method: 'POST',
        path: '/triggers',
        json: { trigger: triggerFor(event, id) },
      });
      made.push(`trigger_${event}`);
    }
  } finally {
    await note(desk, acting, made);
  }
}

type Vendor = (
  what: Sentence,
  request: { method: 'GET' | 'POST'; path: string; json?: unknown },
) => Promise<Record<string, unknown>>;

const vendorAt =
  (desk: Desk, { baseUrl, token }: { baseUrl: string; token: string }): Vendor =>
  async (what, { path, ...request }) => {
    const headers = { authorization: authorizationOf(token) };
    const answer = await ask(desk.egress, { ...request, url: `${baseUrl}/api/v2${path}`, headers });
    if (answer.kind === 'answered' && answer.status >= 200 && answer.status < 300) return object(answer.body);
    throw refused(what, refusalOf(answer).detail);
  };

const refused = (what: Sentence, why: Sentence) => upstreamFailed(sentence`The vendor did not ${what}: ${why}.`);

async function createWebhook(vendor: Vendor, endpoint: string): Promise<string> {
  const webhook = {
    name: 'Frontdesk',
    status: 'active',
    endpoint,
    http_method: 'POST',
    request_format: 'json',
    subscriptions: ['conditional_ticket_events'],
  };
  const answer = await vendor(sentence`create the webhook`, { method: 'POST', path: '/webhooks', json: { webhook } });
  const id = idText(object(answer['webhook'])['id']);
  if (!id) throw refused(sentence`create the webhook`, sentence`its answer names none`);
  return id;
}

/** A thousand triggers; no account has more. */
const mostPages = 10;

/** The events of which the account's triggers already notify this webhook. */
async function notifiedEvents(vendor: Vendor, webhookId: string): Promise<Set<string>> {
  const notified = new Set<string>();
  let after: string | null = '';
  for (let page = 0; page < mostPages && after !== null; page += 1) {
    const cursor: string = after === '' ? '' : `&page%5Bafter%5D=${encodeURIComponent(after)}`;
    const answer = await vendor(sentence`list its triggers`, {
      method: 'GET',
      path: `/triggers?page%5Bsize%5D=100${cursor}`,
    });
    for (const trigger of list(answer['triggers'])) {
      const event = toldBy(object(trigger), webhookId);
      if (event) notified.add(event);
    }
    const meta = object(answer['meta']);
    after = meta['has_more'] === true ? text(meta['after_cursor']) : null;
  }
  return notified;
}

async function note(desk: Desk, acting: Acting, made: readonly string[]): Promise<void> {
  if (made.length === 0) return;
  const subject = { type: 'integration', id: 'ticketdesk' };
  const changes = Object.fromEntries(made.map((name) => [name, {}]));
  await inScope(desk.db, acting, async (tx) =>
    record(desk, tx, acting, { action: 'integration.provisioned', subject, changes }),
  );
}
