import type { OrganizationScope } from '../../platform/database/transaction.ts';
import type { Desk } from '../../platform/desk.ts';
import { invalid } from '../../platform/http/errors.ts';
import { english, sentence } from '../../platform/words/sentence.logic.ts';
import { TranslationFailed, type Translated } from '../inbound/translation.ts';
import type { Helpdesk } from '../integrations/helpdesk.ts';
import { opened, ourSeat, stopForReauth, stoppingOnRefusal } from '../integrations/connections.ts';
import { withCircuitBreaker } from '../outbound/circuit-breaker.ts';
import { withoutAccess, refusalOf, type AccountRefusal, type Seat } from '../outbound/vendor-account.ts';
import { withQuery } from '../port/address.logic.ts';
import {
  baseUrlOf,
  exchangeTicketdeskCode,
  findTicketdeskSeat,
  identifyTicketdesk,
  revokeTicketdeskToken,
  ticketdeskScope,
} from './account.ts';
import { authorizationOf } from './authorization.logic.ts';
import { deliverToTicketdesk, type TicketdeskAccess } from './client.ts';
import { openTicketdesk } from './open.ts';
import { receiveTicketdesk } from './receive.actions.ts';
import { hasTicketdeskForm, looksSignedByTicketdesk } from './signature.ts';
import { makeTicketdeskTest } from './test-event.ts';
import { translateTicketdesk } from './translate.ts';
import { idText, list, object, text } from '../port/json.logic.ts';
import { ask } from '../outbound/vendor-http.ts';

const name = 'ticketdesk';

/** The ticket helpdesk. A secret of the webhook signs its events, some of which only name a ticket; its tokens expire and are renewed. */
export const ticketdesk: Helpdesk = {
  name,
  signingRemedy: english`Set the signing secret of the webhook.`,
  targetKinds: ['ticketdesk_group', 'ticketdesk_agent'],

  authorizationUrl: (desk, { clientId, state, redirectUri, subdomain }) =>
    withQuery(`${baseUrlOf(desk, { subdomain })}/oauth/authorizations/new`, {
      response_type: 'code',
      client_id: clientId,
      state,
      redirect_uri: redirectUri,
      scope: ticketdeskScope,
    }),
  exchangeCode: (desk, { app, code, redirectUri, subdomain }) =>
    exchangeTicketdeskCode(desk.egress, { baseUrl: baseUrlOf(desk, { subdomain }), ...app }, { code, redirectUri }),
  identify(desk, { token, subdomain }) {
    const needsName = desk.config.TICKETDESK_BASE_URL.includes('{subdomain}');
    if (needsName && !subdomain)
      throw invalid('/subdomain', sentence`The subdomain of the ${'ticketdesk'} account is required.`);
    const baseUrl = baseUrlOf(desk, { subdomain });
    return identifyTicketdesk(desk.egress, { baseUrl, subdomain: subdomain ?? new URL(baseUrl).host, token });
  },
  canAuthenticate: (_desk, row) => row.webhook_secret_sealed !== null,
  findSeat: async (desk, scope, id) =>
    findTicketdeskSeat(opened(name, await openTicketdesk(desk, scope, desk.egress)), id),
  listTargets: async (desk, scope, kind) => {
    const access = opened(name, await openTicketdesk(desk, scope, desk.egress));
    return listTicketdeskTargets(access, kind === 'ticketdesk_group' ? 'groups' : 'users');
  },
  async revoking(desk, scope) {
    const connection = await openTicketdesk(desk, scope, desk.egress);
    return async () => {
      if (connection.kind === 'open') await revokeTicketdeskToken(connection.access);
    };
  },

  looksSigned: looksSignedByTicketdesk,
  unsignedBecause: (headers) => (hasTicketdeskForm(headers) ? 'stale' : 'unsigned'),
  receive: receiveTicketdesk,
  makeTestEvent: makeTicketdeskTest,
  translate: async (desk, scope, context) => {
    const account = {
      ourUserId: await ourSeat(desk, scope, name),
      open: () => openTicketdesk(desk, scope, withCircuitBreaker(desk, scope)),
    };
    return stoppingWithoutGrant(desk, scope, () => translateTicketdesk(account, context));
  },

  async speak(desk, scope, egress, { outgoing, circumstances }) {
    const connection = await openTicketdesk(desk, scope, egress);
    if (connection.kind !== 'open') return withoutAccess(connection, circumstances);
    return stoppingOnRefusal(desk, scope, name, await deliverToTicketdesk(connection.access, outgoing, circumstances));
  },
  async fileHeaders(desk, scope, url): Promise<Record<string, string>> {
    const connection = await openTicketdesk(desk, scope, desk.egress);
    if (connection.kind !== 'open' || !URL.canParse(url)) return {};
    const { baseUrl, token } = connection.access;
    return new URL(url).origin === new URL(baseUrl).origin ? { authorization: authorizationOf(token) } : {};
  },
};

async function stoppingWithoutGrant(
  desk: Desk,
  scope: OrganizationScope,
  read: () => Promise<Translated[]>,
): Promise<Translated[]> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof TranslationFailed && error.kind === 'needs_reauth') await stopForReauth(desk, scope, name);
    throw error;
  }
}

const paths = {
  groups: '/api/v2/groups?page%5Bsize%5D=100',
  users: '/api/v2/users?role%5B%5D=agent&role%5B%5D=admin&page%5Bsize%5D=100',
};
// A thousand of each; beyond that, people type the id.
const mostPages = 10;

/** The groups or the agents of the account, from all of the vendor's pages. */
async function listTicketdeskTargets(
  { egress, baseUrl, token }: Pick<TicketdeskAccess, 'egress' | 'baseUrl' | 'token'>,
  what: keyof typeof paths,
): Promise<{ kind: 'targets'; targets: Seat[] } | AccountRefusal> {
  const targets: Seat[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < mostPages; page += 1) {
    const after = cursor === null ? '' : `&page%5Bafter%5D=${encodeURIComponent(cursor)}`;
    const headers = { authorization: authorizationOf(token) };
    const answer = await ask(egress, { method: 'GET', url: `${baseUrl}${paths[what]}${after}`, headers });
    if (answer.kind !== 'answered' || answer.status !== 200) return refusalOf(answer);
    const body = object(answer.body);
    for (const each of list(body[what]).map(object)) {
      const id = idText(each['id']);
      if (id && each['active'] !== false && each['deleted'] !== true) targets.push({ id, name: text(each['name']) });
    }
    const meta = object(body['meta']);
    cursor = meta['has_more'] === true ? text(meta['after_cursor']) : null;
    if (cursor === null) break;
  }
  return { kind: 'targets', targets };
}
