import type { Desk } from '../../platform/desk.ts';
import type { Egress } from '../../platform/egress/egress.ts';
import { idText, list, object, text } from '../port/json.logic.ts';
import {
  refusalOf,
  type Grant,
  type AccountRefusal,
  type Seat,
  type VendorAccount,
} from '../outbound/vendor-account.ts';
import { authorizationOf } from './authorization.logic.ts';
import { ask } from '../outbound/vendor-http.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';

/** Fills in `{subdomain}` of the configured base; a base without it serves every account (one vendor in tests). */
export const baseUrlOf = ({ config }: Desk, { subdomain }: { subdomain: string | null }): string =>
  config.TICKETDESK_BASE_URL.replace('{subdomain}', subdomain ?? '').replace(/(?<!\/)\/+$/, '');

/** Fetches the user of a token from ticketdesk. An account is identified by its subdomain; the answer contains no other id. */
export async function identifyTicketdesk(
  egress: Egress,
  { baseUrl, subdomain, token }: { baseUrl: string; subdomain: string; token: string },
): Promise<(VendorAccount & { kind: 'identified' }) | AccountRefusal> {
  const answer = await ask(egress, {
    method: 'GET',
    url: `${baseUrl}/api/v2/users/me`,
    headers: { authorization: authorizationOf(token) },
  });
  if (answer.kind !== 'answered' || answer.status !== 200) return refusalOf(answer);
  const actorId = idText(object(object(answer.body)['user'])['id']);
  // For a token that is not its own, the vendor answers 200 with an anonymous user whose id is null.
  if (!actorId) return { kind: 'refused', reauthorize: true, detail: sentence`its answer names no user` };
  return { kind: 'identified', account: { id: subdomain, name: subdomain }, actorId, region: null };
}

/** The agent or admin with this id; `none` for customers and strangers. */
export async function findTicketdeskSeat(
  { egress, baseUrl, token }: { egress: Egress; baseUrl: string; token: string },
  id: string,
): Promise<(Seat & { kind: 'seat' }) | { kind: 'none' } | AccountRefusal> {
  const answer = await ask(egress, {
    method: 'GET',
    url: `${baseUrl}/api/v2/users/${encodeURIComponent(id)}`,
    headers: { authorization: authorizationOf(token) },
  });
  if (answer.kind === 'answered' && answer.status === 404) return { kind: 'none' };
  if (answer.kind !== 'answered' || answer.status !== 200) return refusalOf(answer);
  const user = object(object(answer.body)['user']);
  const isColleague = user['role'] === 'agent' || user['role'] === 'admin';
  return isColleague ? { kind: 'seat', id, name: text(user['name']) } : { kind: 'none' };
}

export interface TicketdeskApp {
  baseUrl: string;
  clientId: string;
  clientSecret: string;
}

export const ticketdeskScope = 'read write';

export const exchangeTicketdeskCode = (
  egress: Egress,
  app: TicketdeskApp,
  grant: { code: string; redirectUri: string },
) => requestToken(egress, app, { grant_type: 'authorization_code', code: grant.code, redirect_uri: grant.redirectUri });

/** The vendor rotates refresh tokens: the new one in the answer replaces the old at once. */
export const refreshTicketdeskToken = (egress: Egress, app: TicketdeskApp, refreshToken: string) =>
  requestToken(egress, app, { grant_type: 'refresh_token', refresh_token: refreshToken });

/** Best effort: if the vendor does not answer, it keeps a token that we have forgotten. */
export const revokeTicketdeskToken = ({ egress, baseUrl, token }: { egress: Egress; baseUrl: string; token: string }) =>
  ask(egress, {
    method: 'DELETE',
    url: `${baseUrl}/api/v2/oauth/tokens/current`,
    headers: { authorization: authorizationOf(token) },
  });

async function requestToken(
  egress: Egress,
  app: TicketdeskApp,
  grant: Record<string, string>,
): Promise<(Grant & { kind: 'granted' }) | AccountRefusal> {
  const answer = await ask(egress, {
    method: 'POST',
    url: `${app.baseUrl}/oauth/tokens`,
    headers: {},
    json: { ...grant, client_id: app.clientId, client_secret: app.clientSecret, scope: ticketdeskScope },
  });
  if (answer.kind !== 'answered' || answer.status !== 200) return refusalOf(answer);
  const body = object(answer.body);
  const accessToken = text(body['access_token']);
  if (!accessToken) return { kind: 'refused', reauthorize: false, detail: sentence`its answer contains no token` };
  const expiresIn = typeof body['expires_in'] === 'number' ? body['expires_in'] : null;
  return { kind: 'granted', accessToken, refreshToken: text(body['refresh_token']), expiresIn };
}

export interface WebhookAccess {
  baseUrl: string;
  token: string;
  /** Our URL, which identifies our webhook in the account. */
  endpoint: string;
}

/** The account's webhook that points to us. */
export async function findWebhook(
  egress: Egress,
  access: WebhookAccess,
): Promise<{ kind: 'webhook'; id: string } | { kind: 'no_webhook' } | AccountRefusal> {
  const headers = { authorization: authorizationOf(access.token) };
  const listed = await ask(egress, { method: 'GET', url: `${access.baseUrl}/api/v2/webhooks`, headers });
  if (listed.kind !== 'answered' || listed.status !== 200) return refusalOf(listed);
  const ours = list(object(listed.body)['webhooks'])
    .map(object)
    .find((each) => each['endpoint'] === access.endpoint);
  const id = ours ? idText(ours['id']) : null;
  return id ? { kind: 'webhook', id } : { kind: 'no_webhook' };
}

/** Reads the signing secret of the account's webhook that points to us. */
export async function fetchWebhookSecret(
  egress: Egress,
  access: WebhookAccess,
): Promise<{ kind: 'secret'; secret: string } | { kind: 'no_webhook' } | AccountRefusal> {
  const webhook = await findWebhook(egress, access);
  if (webhook.kind !== 'webhook') return webhook;
  const url = `${access.baseUrl}/api/v2/webhooks/${encodeURIComponent(webhook.id)}/signing_secret`;
  const headers = { authorization: authorizationOf(access.token) };
  const answer = await ask(egress, { method: 'GET', url, headers });
  if (answer.kind !== 'answered' || answer.status !== 200) return refusalOf(answer);
  const secret = text(object(object(answer.body)['signing_secret'])['secret']);
  return secret ? { kind: 'secret', secret } : { kind: 'no_webhook' };
}
