import { setTimeout as sleep } from 'node:timers/promises';
import type { ConnectorAuth, Credentials } from '@desk/contract/connectors';
import { inScope } from '../../platform/database/transaction.ts';
import type { Desk } from '../../platform/desk.ts';
import { claim, findConnector, noteConnector, type ConnectorRow } from '../registry/connectors.store.ts';
import { codesOf } from './exchange.ts';
import { failure, failureOfError, type ConnectorFailure } from './failures.logic.ts';
import { basic } from '../credentials/authorize.ts';
import { fingerprintOf, openFrom, sealFor } from '../credentials/seal.ts';

type OauthAuth = ConnectorAuth & { kind: 'oauth2_client_credentials' };
export type TokenResult = { kind: 'token'; token: string } | { kind: 'failed'; failure: ConnectorFailure };

export interface TokenWish {
  auth: OauthAuth;
  credentials: Credentials;
  signal: AbortSignal;
  /** The token that the service has just refused: another one is needed. */
  refused?: string | undefined;
  /** The credentials are only being tried: their token is not stored. */
  trial?: boolean;
}

const leaseSeconds = 12;
const inFlight = new WeakMap<Desk['db'], Map<string, Promise<TokenResult>>>();

/** The stored token while it is valid, else a new one; all processes together fetch one at a time. */
export function tokenFor(desk: Desk, row: ConnectorRow, wish: TokenWish): Promise<TokenResult> {
  if (wish.trial) return fetchToken(desk, wish).then((fetched) => fetched.token);
  const flights = inFlight.get(desk.db) ?? new Map<string, Promise<TokenResult>>();
  inFlight.set(desk.db, flights);
  const key = `${row.id} ${originOf(desk, wish)} ${wish.refused ?? ''}`;
  const flight = flights.get(key) ?? storedOrNew(desk, row, wish).finally(() => flights.delete(key));
  flights.set(key, flight);
  return flight;
}

async function storedOrNew(desk: Desk, { organization_id, id }: ConnectorRow, wish: TokenWish): Promise<TokenResult> {
  const scope = { organizationId: organization_id };
  const of = originOf(desk, wish);
  for (let waited = 0; ; waited++) {
    const row = await inScope(desk.db, scope, (tx) => findConnector(tx, scope, id));
    if (!row) return { kind: 'failed', failure: failure('not_serving') };
    const stored = storedToken(desk, row, { of, refused: wish.refused });
    if (stored) return { kind: 'token', token: stored };
    const lease = { lease: 'fetching_until', seconds: leaseSeconds } as const;
    if (await inScope(desk.db, scope, (tx) => claim(tx, scope, id, lease))) return renewed(desk, row, wish);
    if (wish.signal.aborted || waited > 40) return { kind: 'failed', failure: failure('timeout') };
    await sleep(100);
  }
}

// Another process may have stored a new token just before we took the lease, so we look again.
async function renewed(desk: Desk, { organization_id, id }: ConnectorRow, wish: TokenWish): Promise<TokenResult> {
  const scope = { organizationId: organization_id };
  const row = await inScope(desk.db, scope, (tx) => findConnector(tx, scope, id));
  if (!row) return { kind: 'failed', failure: failure('not_serving') };
  const stored = storedToken(desk, row, { of: originOf(desk, wish), refused: wish.refused });
  if (!stored) return fetchAndKeep(desk, row, wish);
  await inScope(desk.db, scope, (tx) => noteConnector(tx, scope, id, { fetching_until: null }));
  return { kind: 'token', token: stored };
}

// A token is only for the scope and audience that it was requested with: after a change of these, another one is needed.
const originOf = (desk: Desk, { auth, credentials }: TokenWish): string =>
  fingerprintOf(desk, { ...credentials, auth: JSON.stringify(auth) });

function storedToken(
  desk: Desk,
  row: ConnectorRow,
  { of, refused }: { of: string; refused: string | undefined },
): string | null {
  if (row.token_of !== of || !row.token_expires_at || row.token_expires_at <= desk.clock.now()) return null;
  const token = openFrom(desk, row, 'token_sealed');
  return token === refused ? null : token;
}

async function fetchAndKeep(desk: Desk, row: ConnectorRow, wish: TokenWish): Promise<TokenResult> {
  const scope = { organizationId: row.organization_id };
  const { token, livesSeconds } = await fetchToken(desk, wish);
  const change =
    token.kind === 'token'
      ? {
          token_sealed: sealFor(desk, row, 'token_sealed', token.token),
          token_of: originOf(desk, wish),
          token_expires_at: new Date(desk.clock.now().getTime() + livesSeconds * 1000),
        }
      : {};
  await inScope(desk.db, scope, (tx) => noteConnector(tx, scope, row.id, { ...change, fetching_until: null }));
  return token;
}

const none = (why: ConnectorFailure) => ({ token: { kind: 'failed' as const, failure: why }, livesSeconds: 0 });

async function fetchToken(
  desk: Desk,
  { auth, credentials, signal }: TokenWish,
): Promise<{ token: TokenResult; livesSeconds: number }> {
  const { client_id = '', client_secret = '' } = credentials;
  const asPost = auth.client_auth === 'post';
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    ...(auth.scope ? { scope: auth.scope } : {}),
    ...(auth.audience ? { audience: auth.audience } : {}),
    ...(asPost ? { client_id, client_secret } : {}),
  });
  const user = asPost ? {} : { authorization: basic(encodeURIComponent(client_id), encodeURIComponent(client_secret)) };
  try {
    const response = await desk.egress.fetch(auth.token_url, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded', ...user },
      body: form.toString(),
      signal,
      maxBytes: 64 * 1024,
    });
    const body: unknown = await response.json().catch(() => null);
    const { access_token, expires_in } = (typeof body === 'object' && body !== null ? body : {}) as Record<
      string,
      unknown
    >;
    if (response.status >= 500) return none(failure('server_error'));
    if (!response.ok || typeof access_token !== 'string' || access_token === '') return none(failure('token_refused'));
    return { token: { kind: 'token', token: access_token }, livesSeconds: lifeOf(expires_in) };
  } catch (error) {
    return none(failureOfError(codesOf(error)));
  }
}

// End a minute early, so that the token does not expire while a request is in flight.
function lifeOf(expiresIn: unknown): number {
  const seconds = Number(expiresIn);
  if (!Number.isFinite(seconds) || seconds <= 0) return 240;
  return seconds > 120 ? Math.min(seconds - 60, 86_400) : seconds / 2;
}
