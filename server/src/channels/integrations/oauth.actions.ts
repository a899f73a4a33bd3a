import { randomBytes } from 'node:crypto';
import type { OauthCallback } from '@desk/contract/channels';
import type { Scope } from '../../access/index.ts';
import type { Desk } from '../../platform/desk.ts';
import { conflict, invalid, upstreamFailed } from '../../platform/http/errors.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';
import { codeOfCallback, expiryOf } from '../../platform/http/oauth.ts';
import { sha256 } from '../../platform/secrets/signatures.ts';
import { inScope } from '../../platform/database/transaction.ts';
import { appOf, loadIntegration } from './connections.ts';
import type { Helpdesk } from './helpdesk.ts';
import { recordIntegration } from './audit.actions.ts';
import { readIntegration, saveGrant } from './integrations.actions.ts';
import {
  findIntegration,
  insertOauthState,
  saveIntegration,
  takeOauthState,
  type HelpdeskOauthState,
} from './integrations.store.ts';
import type { HelpdeskName } from '../port/channel.logic.ts';
import type { IntegrationReadModel } from './integrations.view.ts';

const stateLifetimeMilliseconds = 10 * 60_000;

export interface ConnectUrl {
  authorizationUrl: string;
  state: string;
  expiresAt: Date;
}

/** The address for an admin's browser. The state is single use and bound to the user, the organization and the vendor. */
export async function connectUrl(
  desk: Desk,
  scope: Scope,
  helpdesk: Helpdesk,
  subdomain: string | null,
): Promise<ConnectUrl> {
  const channel = helpdesk.name;
  const app = appOf(desk, channel, await loadIntegration(desk, scope, channel));
  if (!app) throw conflict('app_not_configured', sentence`No client id and secret are configured for this vendor.`);
  const state = randomBytes(32).toString('base64url');
  const now = desk.clock.now();
  const expiresAt = new Date(now.getTime() + stateLifetimeMilliseconds);
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
    authorizationUrl: helpdesk.authorizationUrl(desk, {
      clientId: app.clientId,
      state,
      redirectUri: redirectUri(desk, channel),
      subdomain,
    }),
    state,
    expiresAt,
  };
}

const redirectUri = (desk: Desk, channel: HelpdeskName) => `${desk.config.PUBLIC_URL}/channels/${channel}/callback`;

/**
 * Finishes a connection. Throws 422 `state_invalid` for a state that is wrong, used, expired or another user's,
 * `access_denied` if a person did not allow access; 502 if the vendor refuses.
 */
export async function exchange(
  desk: Desk,
  scope: Scope,
  helpdesk: Helpdesk,
  callback: OauthCallback,
): Promise<IntegrationReadModel> {
  const channel = helpdesk.name;
  // Committed separately: a state that was presented is used up, whatever happens next.
  const state = await inScope(desk.db, scope, (tx) => takeOauthState(tx, scope, sha256(callback.state)));
  if (!isGood(desk, scope, channel, state))
    throw invalid('/state', sentence`This connection attempt is unknown or has expired. Start again.`, 'state_invalid');
  const code = codeOfCallback(callback);
  const app = appOf(desk, channel, await loadIntegration(desk, scope, channel));
  if (!app) throw conflict('app_not_configured', sentence`No client id and secret are configured for this vendor.`);
  const granted = await helpdesk.exchangeCode(desk, {
    app,
    code,
    redirectUri: redirectUri(desk, channel),
    subdomain: state.subdomain,
  });
  if (granted.kind === 'refused')
    throw upstreamFailed(sentence`The vendor did not accept the code: ${granted.detail}.`);
  const found = await helpdesk.identify(desk, { token: granted.accessToken, subdomain: state.subdomain });
  if (found.kind === 'refused')
    throw upstreamFailed(sentence`The vendor did not say which account this grant belongs to: ${found.detail}.`);
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
  return readIntegration(desk, scope, helpdesk);
}

function isGood(
  desk: Desk,
  scope: Scope,
  channel: HelpdeskName,
  state: HelpdeskOauthState | undefined,
): state is HelpdeskOauthState {
  return (
    state !== undefined &&
    state.user_id === scope.actor.id &&
    state.channel === channel &&
    state.expires_at > desk.clock.now()
  );
}
