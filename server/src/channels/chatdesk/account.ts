import type { Egress } from '../../platform/egress/egress.ts';
import { idText, list, object, text } from '../port/json.logic.ts';
import {
  refusalOf,
  type Grant,
  type AccountRefusal,
  type Seat,
  type VendorAccount,
} from '../outbound/vendor-account.ts';
import { ask } from '../outbound/vendor-http.ts';
import { headersFor } from './headers.logic.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';

/** Fetches the account of a token from chatdesk. The webhook's `app_id` equals `app.id_code` of this answer. */
export async function identifyChatdesk(
  egress: Egress,
  { apiUrl, token }: { apiUrl: string; token: string },
): Promise<(VendorAccount & { kind: 'identified' }) | AccountRefusal> {
  const answer = await ask(egress, { method: 'GET', url: `${apiUrl}/me`, headers: headersFor(token) });
  if (answer.kind !== 'answered' || answer.status !== 200) return refusalOf(answer);
  const me = object(answer.body);
  const app = object(me['app']);
  const id = text(app['id_code']);
  const actorId = idText(me['id']);
  if (!id || !actorId) return { kind: 'refused', reauthorize: false, detail: sentence`its answer names no account` };
  return { kind: 'identified', account: { id, name: text(app['name']) }, actorId, region: text(app['region']) };
}

interface Access {
  egress: Egress;
  apiUrl: string;
  token: string;
}

/** The teams or the admins of the account. */
export async function listChatdeskTargets(
  { egress, apiUrl, token }: Access,
  what: 'teams' | 'admins',
): Promise<{ kind: 'targets'; targets: Seat[] } | AccountRefusal> {
  const answer = await ask(egress, { method: 'GET', url: `${apiUrl}/${what}`, headers: headersFor(token) });
  if (answer.kind !== 'answered' || answer.status !== 200) return refusalOf(answer);
  const targets = list(object(answer.body)[what]).flatMap((each) => {
    const id = idText(object(each)['id']);
    return id ? [{ id, name: text(object(each)['name']) }] : [];
  });
  return { kind: 'targets', targets };
}

/** The teammate with this id; `none` when the workspace has no such seat. */
export async function findChatdeskSeat(
  access: Access,
  id: string,
): Promise<(Seat & { kind: 'seat' }) | { kind: 'none' } | AccountRefusal> {
  const admins = await listChatdeskTargets(access, 'admins');
  if (admins.kind !== 'targets') return admins;
  const found = admins.targets.find((each) => each.id === id);
  return found ? { kind: 'seat', ...found } : { kind: 'none' };
}

/** Exchanges the code of the redirect for a token. Tokens of this vendor neither expire nor refresh. */
export async function exchangeChatdeskCode(
  egress: Egress,
  grant: { tokenUrl: string; clientId: string; clientSecret: string; code: string },
): Promise<(Grant & { kind: 'granted' }) | AccountRefusal> {
  const answer = await ask(egress, {
    method: 'POST',
    url: grant.tokenUrl,
    headers: {},
    json: { code: grant.code, client_id: grant.clientId, client_secret: grant.clientSecret },
  });
  if (answer.kind !== 'answered' || answer.status !== 200) return refusalOf(answer);
  const body = object(answer.body);
  // The vendor uses both names.
  const accessToken = text(body['access_token']) ?? text(body['token']);
  if (!accessToken) return { kind: 'refused', reauthorize: false, detail: sentence`its answer contains no token` };
  return { kind: 'granted', accessToken, refreshToken: null, expiresIn: null };
}

const regionalHosts: Record<string, string> = { EU: 'https://api.eu.intercom.io', AU: 'https://api.au.intercom.io' };

/** Each account is in one region. Only the vendor's default host is replaced, never one that the operator chose. */
export const chatdeskApiUrl = (configured: string, region: string | null): string =>
  configured === 'https://api.intercom.io' ? (regionalHosts[region ?? ''] ?? configured) : configured;
