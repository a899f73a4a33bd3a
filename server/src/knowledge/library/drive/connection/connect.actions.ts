import { randomBytes } from 'node:crypto';
import type { OauthCallback } from '@desk/contract/channels';
import type { DriveApp } from '@desk/contract/cloud-drive';
import type { Scope } from '../../../../access/index.ts';
import type { Tx } from '../../../../platform/database/database.ts';
import type { Desk } from '../../../../platform/desk.ts';
import { conflict, invalid, upstreamFailed } from '../../../../platform/http/errors.ts';
import { sentence } from '../../../../platform/words/sentence.logic.ts';
import { codeOfCallback, expiryOf } from '../../../../platform/http/oauth.ts';
import { sha256 } from '../../../../platform/secrets/signatures.ts';
import { inScope } from '../../../../platform/database/transaction.ts';
import { DriveFailure } from '../client/access.ts';
import { readAccount } from '../client/client.ts';
import { clientOf, placesOf } from './open-drive.ts';
import { recordGrant } from './grant-audit.actions.ts';
import { openVerifier, sealFor, sealVerifier } from './grant-secrets.ts';
import {
  bindAccount,
  findGrant,
  insertOauthState,
  saveGrant,
  takeOauthState,
  type DriveOauthState,
} from './grant.store.ts';
import {
  authorizationUrl,
  exchangeCode,
  newVerifier,
  scope as neededScope,
  type DriveClient,
  type Granted,
} from '../client/oauth.ts';
import { forgetFeeds } from './folders.store.ts';
import type { DriveAccount } from '../client/payload.logic.ts';
import { restoreSources } from './source-state.actions.ts';
import { queueWatch } from './watch.jobs.ts';

const stateLifetimeMilliseconds = 10 * 60_000;

/** Returns the URL for the admin's browser. The state works once, for this user and organization only. */
export async function connectUrl(desk: Desk, scope: Scope) {
  const client = await needClient(desk, scope);
  const [state, verifier] = [randomBytes(32).toString('base64url'), newVerifier()];
  const hash = sha256(state);
  const now = desk.clock.now();
  const expires_at = new Date(now.getTime() + stateLifetimeMilliseconds);
  const row = { organization_id: scope.organizationId, hash, user_id: scope.actor.id, expires_at };
  const verifier_sealed = sealVerifier(desk, scope, hash, verifier);
  await inScope(desk.db, scope, (tx) => insertOauthState(tx, { ...row, verifier_sealed }, now));
  return {
    authorization_url: authorizationUrl(desk, { client, state, verifier }),
    state,
    expires_at: expires_at.toISOString(),
  };
}

async function needClient(desk: Desk, scope: Scope): Promise<DriveClient> {
  const client = clientOf(desk, await inScope(desk.db, scope, (tx) => findGrant(tx, scope)));
  if (!client)
    throw conflict('app_not_configured', sentence`No client id and secret are configured for the cloud drive.`);
  return client;
}

/**
 * Completes a connection. Throws 422 `state_invalid` for a state that is wrong, used, expired or another user's, 422
 * `access_denied` if the person denied access, and 502 if the drive refuses.
 */
export async function exchange(desk: Desk, scope: Scope, callback: OauthCallback): Promise<void> {
  const hash = sha256(callback.state);
  // Commit this on its own: a presented state is used up, even if the exchange then fails.
  const state = await inScope(desk.db, scope, (tx) => takeOauthState(tx, scope, hash));
  if (!isGood(desk, scope, state))
    throw invalid('/state', sentence`This connection attempt is unknown or has expired. Start again.`, 'state_invalid');
  const code = codeOfCallback(callback);
  const client = await needClient(desk, scope);
  const verifier = openVerifier(desk, scope, hash, state.verifier_sealed);
  const granted = await callVendor(() => exchangeCode(desk, client, { code, verifier }));
  if (granted.scopes.length > 0 && !granted.scopes.some(mayRead))
    throw invalid(
      '/code',
      sentence`Reading files was not granted. Start again, and leave that permission ticked.`,
      'scope_missing',
    );
  const account = await callVendor(() => readAccount(accessWith(desk, granted.accessToken)));
  await inScope(desk.db, scope, (tx) => keepGrant(desk, tx, scope, { granted, account }));
}

const isGood = (desk: Desk, scope: Scope, state: DriveOauthState | undefined): state is DriveOauthState =>
  state !== undefined && state.user_id === scope.actor.id && state.expires_at > desk.clock.now();

const mayRead = (each: string) => each === neededScope || each === neededScope.replace('.readonly', '');

async function callVendor<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DriveFailure)) throw error;
    throw upstreamFailed(sentence`The cloud drive did not accept the code: ${error.code}.`);
  }
}

const accessWith = (desk: Desk, token: string) => ({
  egress: desk.egress,
  ...placesOf(desk),
  authorize: () => Promise.resolve(token),
  giveUp: () => Promise.resolve(),
});

async function keepGrant(
  desk: Desk,
  tx: Tx,
  scope: Scope,
  { granted, account }: { granted: Granted; account: DriveAccount },
): Promise<void> {
  const before = await findGrant(tx, scope);
  const isAnother = before?.account_id !== account.id;
  if (granted.refreshToken === null)
    throw upstreamFailed(
      sentence`The cloud drive did not grant lasting access. Remove our access in the account there, then connect again.`,
    );
  if (!(await bindAccount(tx, scope, account.id)))
    throw conflict('conflict', sentence`This cloud drive account is already connected to another organization.`);
  const of = { organization_id: scope.organizationId };
  const after = await saveGrant(tx, scope, {
    access_token_sealed: sealFor(desk, of, 'access_token_sealed', granted.accessToken),
    refresh_token_sealed: sealFor(desk, of, 'refresh_token_sealed', granted.refreshToken),
    token_expires_at: expiryOf(desk, granted.expiresIn),
    account_id: account.id,
    account_name: account.address,
    scopes: granted.scopes,
    needs_reauth: false,
    last_error: null,
    connected_at: desk.clock.now(),
    grant_checked_at: desk.clock.now(),
    disconnected_at: null,
  });
  if (isAnother) await forgetFeeds(tx, scope);
  await restoreSources(desk, tx, scope);
  await queueWatch(desk, tx, scope);
  recordGrant(desk, tx, scope, { action: 'integration.connected', before, after, secrets: ['access_token'] });
}

/** Stores the organization's own OAuth client, or the part of it that is given. It applies from the next connection on. */
export function setApp(desk: Desk, scope: Scope, { client_id, client_secret: secret }: DriveApp): Promise<void> {
  const of = { organization_id: scope.organizationId };
  return inScope(desk.db, scope, async (tx) => {
    const before = await findGrant(tx, scope);
    const after = await saveGrant(tx, scope, {
      ...(client_id ? { client_id } : {}),
      ...(secret ? { client_secret_sealed: sealFor(desk, of, 'client_secret_sealed', secret) } : {}),
    });
    const secrets = secret ? (['client_secret'] as const) : [];
    recordGrant(desk, tx, scope, { action: 'integration.configured', before, after, secrets });
  });
}
