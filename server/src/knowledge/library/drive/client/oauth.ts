import { createHash, createSign, randomBytes } from 'node:crypto';
import type { Desk } from '../../../../platform/desk.ts';
import type { ServiceAccount } from '../../../../platform/config/service-account.ts';
import { answerOf, DriveFailure, failureOf, parse } from './access.ts';
import { tokenAnswerOf, type TokenAnswer } from './payload.logic.ts';

/** Read access only. The scope `drive.file` would show neither folders nor new files in them. */
export const scope = 'https://www.googleapis.com/auth/drive.readonly';

export interface DriveClient {
  id: string;
  secret: string;
}

/** PKCE (RFC 7636): anyone who intercepts the code cannot use it. */
export const newVerifier = (): string => randomBytes(48).toString('base64url');
const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

// The page of the web client that takes the code.
const redirectUri = ({ config }: Desk): string => `${config.PUBLIC_URL}/channels/cloud-drive/callback`;

export function authorizationUrl(
  desk: Desk,
  { client, state, verifier }: { client: DriveClient; state: string; verifier: string },
): string {
  const url = new URL(desk.config.CLOUD_DRIVE_AUTHORIZE_URL);
  const query = {
    response_type: 'code',
    client_id: client.id,
    redirect_uri: redirectUri(desk),
    scope,
    state,
    // Ask for consent each time: without `prompt`, only the first consent yields a refresh token.
    access_type: 'offline',
    prompt: 'consent',
    include_granted_scopes: 'true',
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

export type Granted = TokenAnswer & { accessToken: string };

export const exchangeCode = (
  desk: Desk,
  client: DriveClient,
  { code, verifier }: { code: string; verifier: string },
): Promise<Granted> =>
  requestToken(desk, {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: redirectUri(desk),
    client_id: client.id,
    client_secret: client.secret,
  });

export const refreshGrant = (desk: Desk, client: DriveClient, refreshToken: string): Promise<Granted> =>
  requestToken(desk, {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    client_id: client.id,
    client_secret: client.secret,
  });

/** RFC 7523: the service account signs the assertion with its own key. */
export function grantByKey(desk: Desk, account: ServiceAccount): Promise<Granted> {
  const now = Math.floor(Date.now() / 1_000);
  const header = { alg: 'RS256', typ: 'JWT', ...(account.keyId === null ? {} : { kid: account.keyId }) };
  const claims = { iss: account.address, scope, aud: desk.config.CLOUD_DRIVE_TOKEN_URL, iat: now, exp: now + 3_600 };
  const signed = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  const signature = createSign('RSA-SHA256').update(signed).sign(account.key, 'base64url');
  return requestToken(desk, {
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: `${signed}.${signature}`,
  });
}

/** Revokes a grant. Ignores errors: the drive may be unreachable or have revoked it already, and it is deleted here anyway. */
export async function revokeGrant(desk: Desk, token: string): Promise<void> {
  await post(desk, desk.config.CLOUD_DRIVE_TOKEN_URL.replace(/\/token$/, '/revoke'), { token }).catch(() => undefined);
}

const lostGrantErrors = ['invalid_grant', 'invalid_client', 'unauthorized_client', 'deleted_client'];

// Throws `lost` if a retry cannot succeed until a person acts.
async function requestToken(desk: Desk, form: Record<string, string>): Promise<Granted> {
  const { status, body, wait } = await post(desk, desk.config.CLOUD_DRIVE_TOKEN_URL, form);
  const answer = tokenAnswerOf(parse(body));
  const { accessToken, error } = answer;
  if (status === 200 && accessToken) return { ...answer, accessToken };
  if (error !== null && lostGrantErrors.includes(error)) throw new DriveFailure('lost', error);
  throw new DriveFailure(status === 429 ? 'busy' : 'away', `http_${status}`, wait);
}

async function post({ egress }: Desk, url: string, form: Record<string, string>) {
  try {
    const response = await egress.fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams(form).toString(),
    });
    return await answerOf(response);
  } catch (error) {
    throw failureOf(error);
  }
}
