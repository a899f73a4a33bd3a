import { randomBytes } from 'node:crypto';
import type { Desk } from '../../platform/desk.ts';
import { invalid, notFound } from '../../platform/http/errors.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';
import type { IdentityProvider } from '../../platform/config/identity-providers.logic.ts';
import { declareShortLived } from '../../platform/secrets/sealed-columns.ts';
import { sha256 } from '../../platform/secrets/signatures.ts';
import { unscoped } from '../../platform/database/transaction.ts';
import type { OidcClient, ProvenIdentity } from './identity-providers.ts';
import { deleteOauthLoginsBefore, insertOauthLogin, takeOauthLogin } from './oauth-login.store.ts';

export const loginLifetimeMs = 10 * 60_000;

export interface LoginStart {
  providerId: string;
  redirectUri: string | undefined;
  /** Of somebody who is signed in, and adds an identity to their account. */
  sessionId: string | null;
  /** What the browser's cookie holds already: several tabs may be signing in. */
  browser: string | null;
}

export interface StartedLogin {
  authorizationUrl: string;
  state: string;
  browser: string;
  expiresAt: Date;
}

/**
 * Loaded when first needed: many desks have no identity provider, and no start should wait for the protocol's library.
 */
export type LoadOidcClient = () => Promise<OidcClient>;

/** Where to send the browser. Throws 404 for an unknown provider, 422 for a place it may not return to, 502. */
export async function startLogin(desk: Desk, load: LoadOidcClient, start: LoginStart): Promise<StartedLogin> {
  const provider = findProvider(desk, start.providerId);
  const redirectUri = start.redirectUri ?? desk.config.redirectUris[0] ?? '';
  if (!desk.config.redirectUris.includes(redirectUri))
    throw invalid('query.redirect_uri', sentence`is not one that the operator allows`);
  const browser = start.browser && /^[\w-]{43}$/.test(start.browser) ? start.browser : secret();
  const request = { state: secret(), nonce: secret(), codeVerifier: secret(), redirectUri };
  const { authorizationUrl } = await load();
  const address = await authorizationUrl(provider, request);
  const now = desk.clock.now();
  const expiresAt = new Date(now.getTime() + loginLifetimeMs);
  const stateHash = sha256(request.state);
  await unscoped(desk.db, async (tx) => {
    await deleteOauthLoginsBefore(tx, now);
    await insertOauthLogin(tx, {
      state_hash: stateHash,
      browser_hash: sha256(browser),
      provider: provider.id,
      nonce: request.nonce,
      code_verifier_sealed: desk.secrets.seal(request.codeVerifier, placeOf(stateHash)),
      redirect_uri: redirectUri,
      session_id: start.sessionId,
      expires_at: expiresAt,
    });
  });
  return { authorizationUrl: address, state: request.state, browser, expiresAt };
}

export interface LoginReturn {
  providerId: string;
  callbackParams: Record<string, string> & { state: string };
  browser: string | null;
}

/** `sessionId`: whose account the identity is to be added to; null when somebody signs in. */
export interface VerifiedReturn {
  provider: IdentityProvider;
  proven: ProvenIdentity;
  sessionId: string | null;
}

/** Who came back from the provider. Throws 422 `state_invalid` when they did not start here, 502 when it refuses. */
export async function proveReturn(desk: Desk, load: LoadOidcClient, back: LoginReturn): Promise<VerifiedReturn> {
  const provider = findProvider(desk, back.providerId);
  const { state } = back.callbackParams;
  const stateHash = sha256(state);
  const begun = { stateHash, browserHash: sha256(back.browser ?? ''), provider: provider.id };
  // Committed on its own: a state that has been shown is used up, whatever happens next.
  const login = await unscoped(desk.db, (tx) => takeOauthLogin(tx, begun, desk.clock.now()));
  if (!login) throw stateInvalid();
  const request = {
    state,
    nonce: login.nonce,
    codeVerifier: desk.secrets.open(login.code_verifier_sealed, placeOf(stateHash)),
    redirectUri: login.redirect_uri,
  };
  const { redeem } = await load();
  const proven = await redeem(provider, request, back.callbackParams);
  return { provider, proven, sessionId: login.session_id };
}

/** One answer for every cause, so that it is no oracle. */
export const stateInvalid = () =>
  invalid(
    '/callback_params/state',
    sentence`This sign-in has been used, has expired, or was started in another browser. Start again.`,
    'state_invalid',
  );

function findProvider(desk: Desk, id: string): IdentityProvider {
  const provider = desk.config.identityProviders.find((each) => each.id === id);
  if (!provider) throw notFound();
  return provider;
}

/** 256 bits; as long as RFC 7636 asks of a code verifier. */
const secret = () => randomBytes(32).toString('base64url');

declareShortLived('oauth_login.code_verifier_sealed');

const placeOf = (stateHash: Buffer) => ({
  table: 'oauth_login',
  row: stateHash.toString('hex'),
  organizationId: '',
  field: 'code_verifier_sealed',
});
