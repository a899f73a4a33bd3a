import { randomBytes } from 'node:crypto';
import type { Scope } from '../../access/index.ts';
import type { Desk } from '../../platform/desk.ts';
import { conflict, invalid, upstreamFailed } from '../../platform/http/errors.ts';
import { sha256 } from '../../platform/secrets/signatures.ts';
import { inScope } from '../../platform/database/transaction.ts';
import { exchangeChatdeskCode } from '../chatdesk/account.ts';
import { appOf, baseUrlOf, expiryOf, loadIntegration, type AppCredentials } from './connections.ts';
import { recordIntegration } from './audit.actions.ts';
import { identify, readIntegration, saveGrant } from './integrations.actions.ts';
import {
  findIntegration,
  insertOauthState,
  saveIntegration,
  takeOauthState,
  type HelpdeskName,
  type OauthStateRow,
} from './integrations.store.ts';
import type { IntegrationReadModel } from './integrations.view.ts';
import { exchangeTicketdeskCode, ticketdeskScope } from '../ticketdesk/account.ts';

const stateLifetimeMs = 10 * 60_000;

export interface ConnectUrl {
  authorizationUrl: string;
  state: string;
  expiresAt: Date;
}

/** Where to send an admin's browser. The state is single use and bound to the user, the organization and the vendor. */
export async function connectUrl(
  desk: Desk,
  scope: Scope,
  channel: HelpdeskName,
  subdomain: string | null,
): Promise<ConnectUrl> {
  const app = appOf(desk, channel, await loadIntegration(desk, scope, channel));
  if (!app) throw conflict('app_not_configured', 'No client id and secret are configured for this vendor.');
  const state = randomBytes(32).toString('base64url');
  const now = desk.clock.now();
  const expiresAt = new Date(now.getTime() + stateLifetimeMs);
  const row = {
    organization_id: scope.organizationId,
    hash: sha256(state),
    user_id: scope.actor.id,
    channel,
    subdomain,
    expires_at: expiresAt,
  };
  await inScope(desk.db, scope, (tx) => insertOauthState(tx, row, now));
  return {
    authorizationUrl: authorizationUrl(desk, channel, { clientId: app.clientId, state, subdomain }),
    state,
    expiresAt,
  };
}

interface AuthorizationRequest {
  clientId: string;
  state: string;
  subdomain: string | null;
}

function authorizationUrl(
  desk: Desk,
  channel: HelpdeskName,
  { clientId, state, subdomain }: AuthorizationRequest,
): string {
  const request = { client_id: clientId, state, redirect_uri: redirectUri(desk, channel) };
  switch (channel) {
    // No response_type, scope or PKCE: permissions are ticked on the app at this vendor.
    case 'chatdesk':
      return withQuery(desk.config.CHATDESK_AUTHORIZE_URL, request);
    case 'ticketdesk':
      return withQuery(`${baseUrlOf(desk, { subdomain })}/oauth/authorizations/new`, {
        response_type: 'code',
        ...request,
        scope: ticketdeskScope,
      });
  }
}

function withQuery(address: string, query: Record<string, string>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

const redirectUri = (desk: Desk, channel: HelpdeskName) => `${desk.config.PUBLIC_URL}/channels/${channel}/callback`;

/** Finishes a connection. 422 `state_invalid` for a state that is wrong, used, expired or another's; 502 when the vendor refuses. */
export async function exchange(
  desk: Desk,
  scope: Scope,
  channel: HelpdeskName,
  callback: { code: string; state: string },
): Promise<IntegrationReadModel> {
  // Committed on its own: a state that has been shown is used up, whatever happens next.
  const state = await inScope(desk.db, scope, (tx) => takeOauthState(tx, scope, sha256(callback.state)));
  if (!isGood(desk, scope, channel, state))
    throw invalid('/state', 'This connection attempt is unknown or has expired. Start again.', 'state_invalid');
  const app = appOf(desk, channel, await loadIntegration(desk, scope, channel));
  if (!app) throw conflict('app_not_configured', 'No client id and secret are configured for this vendor.');
  const granted = await grantFor(desk, channel, { app, code: callback.code, subdomain: state.subdomain });
  if (granted.kind === 'refused') throw upstreamFailed(`The vendor did not accept the code: ${granted.detail}.`);
  const found = await identify(desk, channel, { token: granted.accessToken, subdomain: state.subdomain });
  if (found.kind === 'refused') throw upstreamFailed(`The vendor did not say whose grant this is: ${found.detail}.`);
  await inScope(desk.db, scope, async (tx) => {
    const before = await findIntegration(tx, scope, channel);
    if (state.subdomain) await saveIntegration(tx, scope, channel, { subdomain: state.subdomain });
    const expiresAt = expiryOf(desk, granted.expiresIn);
    const after = await saveGrant(desk, tx, scope, {
      channel,
      account: found,
      accessToken: granted.accessToken,
      refreshToken: granted.refreshToken,
      expiresAt,
    });
    const action = 'integration.connected';
    recordIntegration(desk, tx, scope, { action, before, after, secrets: ['access_token'] });
  });
  return readIntegration(desk, scope, channel);
}

function isGood(
  desk: Desk,
  scope: Scope,
  channel: HelpdeskName,
  state: OauthStateRow | undefined,
): state is OauthStateRow {
  return (
    state !== undefined &&
    state.user_id === scope.actor.id &&
    state.channel === channel &&
    state.expires_at > desk.clock.now()
  );
}

interface CodeGrant {
  app: AppCredentials;
  code: string;
  subdomain: string | null;
}

function grantFor(desk: Desk, channel: HelpdeskName, { app, code, subdomain }: CodeGrant) {
  switch (channel) {
    case 'chatdesk':
      return exchangeChatdeskCode(desk.egress, { tokenUrl: desk.config.CHATDESK_TOKEN_URL, ...app, code });
    case 'ticketdesk': {
      const grant = { code, redirectUri: redirectUri(desk, channel) };
      return exchangeTicketdeskCode(desk.egress, { baseUrl: baseUrlOf(desk, { subdomain }), ...app }, grant);
    }
  }
}
