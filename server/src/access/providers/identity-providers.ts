import * as client from 'openid-client';
import type { Desk } from '../../platform/desk.ts';
import { invalid, upstreamFailed } from '../../platform/http/errors.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';
import { isDeniedByPerson } from '../../platform/http/oauth.ts';
import type { IdentityProvider } from '../../platform/config/identity-providers.logic.ts';
import type { Claims } from './identity-claims.logic.ts';
import type { IdentityKey } from '../accounts/identities.store.ts';

/** The requests to identity providers. Each throws 502 if the provider refuses or cannot be reached. */
export interface OidcClient {
  authorizationUrl(provider: IdentityProvider, request: ProviderAuthorization): Promise<string>;
  /** Exchanges the code for the person's identity. Throws 422 if another issuer sent the return. */
  redeem(
    provider: IdentityProvider,
    request: ProviderAuthorization,
    params: Record<string, string>,
  ): Promise<ProvenIdentity>;
}

export interface ProviderAuthorization {
  state: string;
  nonce: string;
  codeVerifier: string;
  redirectUri: string;
}

/** A person whom the provider has authenticated. `describe` requests the claims that the token lacks. */
export interface ProvenIdentity {
  key: IdentityKey;
  describe(): Promise<Claims>;
}

export function createOidcClient(desk: Desk): OidcClient {
  const discovered = createDiscovery(desk);
  return {
    authorizationUrl: async (provider, request) => {
      const configuration = await discovered(provider);
      return asking(desk, provider, () => authorizationUrl(configuration, request));
    },
    redeem: async (provider, request, params) =>
      redeem(
        { configuration: await discovered(provider), ask: (work) => asking(desk, provider, work) },
        request,
        params,
      ),
  };
}

const knownForMilliseconds = 3_600_000;
const timeoutSeconds = 8;

// Discovers a provider at its first use, so that a provider that is down blocks no start-up; caches the result for an hour.
function createDiscovery(desk: Desk): (provider: IdentityProvider) => Promise<client.Configuration> {
  const known = new Map<string, { found: Promise<client.Configuration>; until: number }>();
  return (provider) => {
    const now = desk.clock.now().getTime();
    const held = known.get(provider.id);
    if (held && held.until > now) return held.found;
    const found = asking(desk, provider, () => discover(desk, provider));
    known.set(provider.id, { found, until: now + knownForMilliseconds });
    found.catch(() => known.delete(provider.id));
    return found;
  };
}

async function authorizationUrl(
  configuration: client.Configuration,
  { state, nonce, codeVerifier, redirectUri }: ProviderAuthorization,
): Promise<string> {
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  });
  return url.href;
}

interface ProviderClient {
  configuration: client.Configuration;
  ask: <T>(work: () => Promise<T>) => Promise<T>;
}

async function redeem(
  { configuration, ask }: ProviderClient,
  request: ProviderAuthorization,
  params: Record<string, string>,
): Promise<ProvenIdentity> {
  refuseOtherIssuer(configuration, params['iss']);
  const callback = new URL(request.redirectUri);
  for (const [name, value] of Object.entries(params)) callback.searchParams.set(name, value);
  const tokens = await ask(() =>
    client.authorizationCodeGrant(configuration, callback, {
      expectedState: request.state,
      expectedNonce: request.nonce,
      pkceCodeVerifier: request.codeVerifier,
      idTokenExpected: true,
    }),
  );
  const claims = tokens.claims();
  // An empty subject would be one identity for everybody whom the provider does not name.
  if (!claims?.sub) throw upstreamFailed(sentence`The identity provider did not say who signed in.`);
  const describe = async () =>
    claims['email'] === undefined && configuration.serverMetadata().userinfo_endpoint
      ? ask(() => client.fetchUserInfo(configuration, tokens.access_token, claims.sub))
      : claims;
  return { key: { issuer: claims.iss, subject: claims.sub }, describe };
}

// RFC 9207: a code of another provider must not be sent to this one. Checked here, to return 422 for the caller's mistake.
function refuseOtherIssuer(configuration: client.Configuration, named: string | undefined): void {
  const { issuer, authorization_response_iss_parameter_supported: isPromised } = configuration.serverMetadata();
  if (named === issuer || (named === undefined && !isPromised)) return;
  throw invalid('/callback_params/iss', sentence`The sign-in was started with a different provider.`, 'state_invalid');
}

function discover(desk: Desk, { issuer, clientId, clientSecret }: IdentityProvider): Promise<client.Configuration> {
  const plain = issuer.startsWith('http:') ? [client.allowInsecureRequests] : [];
  return client.discovery(
    new URL(issuer),
    clientId,
    { [client.clockTolerance]: 30 },
    // Every server accepts Basic (RFC 6749 §2.3.1), unless its metadata excludes it.
    (as, ...rest) => {
      const methods = as.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
      const way = methods.includes('client_secret_basic') ? client.ClientSecretBasic : client.ClientSecretPost;
      return way(clientSecret)(as, ...rest);
    },
    {
      [client.customFetch]: (url, { body, ...init }) => desk.egress.fetch(url, { ...init, body: body ?? null }),
      timeout: timeoutSeconds,
      // Also verify the signature of the ID token, although it comes straight from the provider.
      execute: [client.enableNonRepudiationChecks, ...plain],
    },
  );
}

async function asking<T>(desk: Desk, provider: IdentityProvider, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    // Log codes only: messages and causes contain parts of the request and the response.
    const reason = reasonOf(error);
    desk.log.warn({ provider: provider.id, code: codeOf(error), reason }, 'identity provider failed');
    if (reason && isDeniedByPerson(reason))
      throw invalid('/callback_params/error', sentence`The identity provider refused the sign-in.`, reason);
    if (reason) throw upstreamFailed(sentence`The identity provider refused: ${reason}.`);
    throw upstreamFailed(isUnusable(codeOf(error)) ? unusable : unreached);
  }
}

const unreached = sentence`The identity provider could not be reached. Try again later.`;
const unusable = sentence`The identity provider sent an answer that cannot be used. Start again; your operator finds the reason in the log.`;

// The codes of the library: other codes are those of the network, and an unexpected status is usually a passing failure.
const isUnusable = (code: string): boolean => code.startsWith('OAUTH_') && !passing.has(code);
const passing = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM']);

/** The error of RFC 6749 §5.2 or §4.1.2.1, if the provider named one. */
function reasonOf(error: unknown): string | undefined {
  const named = namedBy(error);
  return named && /^[a-z_]{1,40}$/.test(named) ? named : undefined;
}

function namedBy(error: unknown): string | undefined {
  if (error instanceof client.WWWAuthenticateChallengeError) return error.cause[0]?.parameters.error;
  if (error instanceof client.ResponseBodyError || error instanceof client.AuthorizationResponseError)
    return error.error;
  return undefined;
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : codeOf(error.cause);
}
