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

export const loginLifetimeMilliseconds = 10 * 60_000;

export interface LoginStart {
  providerId: string;
  redirectUri: string | undefined;
  /** The session of a signed-in person who adds an identity to their account. */
  sessionId: string | null;
  /** The present value of the browser's cookie: several tabs may be signing in. */
  browser: string | null;
}

export interface StartedLogin {
  authorizationUrl: string;
  state: string;
  browser: string;
  expiresAt: Date;
}

/**
 * Loads the protocol's library at the first use: many desks have no identity provider, and start-up should not wait for it.
 */
export type LoadOidcClient = () => Promise<OidcClient>;

/** Returns the URL for the browser. Throws 404 for an unknown provider, 422 for a redirect URI that is not allowed, 502. */
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
  const expiresAt = new Date(now.getTime() + loginLifetimeMilliseconds);
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

/** `sessionId`: the session whose person adds the identity to their account; null for a sign-in. */
export interface VerifiedReturn {
  provider: IdentityProvider;
  proven: ProvenIdentity;
  sessionId: string | null;
}

/** Verifies a return from the provider. Throws 422 `state_invalid` if it did not start here, 502 if the provider refuses. */
export async function proveReturn(desk: Desk, load: LoadOidcClient, back: LoginReturn): Promise<VerifiedReturn> {
  const provider = findProvider(desk, back.providerId);
  const { state } = back.callbackParams;
  const stateHash = sha256(state);
  const begun = { stateHash, browserHash: sha256(back.browser ?? ''), provider: provider.id };
  // A transaction of its own: a presented state is used up, whatever happens next.
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

/** One reply for every cause, so that it is no oracle. */
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

/** 256 bits, the length that RFC 7636 requires of a code verifier. */
const secret = () => randomBytes(32).toString('base64url');

declareShortLived('oauth_login.code_verifier_sealed');

const placeOf = (stateHash: Buffer) => ({
  table: 'oauth_login',
  row: stateHash.toString('hex'),
  organizationId: '',
  field: 'code_verifier_sealed',
});
