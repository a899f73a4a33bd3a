import { createHash, createVerify, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { VendorAnswer, VendorCall } from '../vendor-server.ts';

/** The vendor's consent page and token endpoint. */
export type DriveOffice = ReturnType<typeof driveOffice>;
export type DriveClient = { clientId: string; clientSecret: string; expiresIn: number; tokenUrl(): string };

type Pending = { challenge: string; redirectUri: string; scope: string; offline: boolean };
type Wish = { scope?: string; offline?: boolean };

const serviceAddress = 'robot@project.iam.example';

export function driveOffice(client: DriveClient) {
  const accessTokens = new Set<string>();
  const refreshTokens = new Set<string>();
  const pending = new Map<string, Pending>();
  // Made on demand, because generating a key takes a while.
  const robot = once(() => generateKeyPairSync('rsa', { modulusLength: 2_048 }));
  const secret = () => randomBytes(24).toString('hex');
  let robotTrusted = true;
  let rotating = false;

  function access(scope: string) {
    const token = `ya29.${secret()}`;
    accessTokens.add(token);
    return { access_token: token, expires_in: client.expiresIn, scope, token_type: 'Bearer' };
  }

  function byCode(body: Record<string, unknown>): VendorAnswer {
    const wish = pending.get(String(body['code']));
    pending.delete(String(body['code']));
    const challenge = createHash('sha256').update(String(body['code_verifier'])).digest('base64url');
    if (!wish || wish.challenge !== challenge || wish.redirectUri !== body['redirect_uri'])
      return refused('invalid_grant');
    if (!wish.offline) return { status: 200, body: access(wish.scope) };
    return { status: 200, body: { ...access(wish.scope), refresh_token: newRefreshToken() } };
  }

  function newRefreshToken(): string {
    const refresh = `1//${secret()}`;
    refreshTokens.add(refresh);
    return refresh;
  }

  function byRefreshToken(token: string): VendorAnswer {
    if (!refreshTokens.has(token)) return refused('invalid_grant');
    if (!rotating) return { status: 200, body: access('renewed') };
    refreshTokens.delete(token);
    return { status: 200, body: { ...access('renewed'), refresh_token: newRefreshToken() } };
  }

  function byKey(body: Record<string, unknown>): VendorAnswer {
    const [head = '', claims = '', signature = ''] = String(body['assertion']).split('.');
    const { iss, aud, scope, exp, iat } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<
      string,
      any
    >;
    const { alg } = JSON.parse(Buffer.from(head, 'base64url').toString()) as { alg: string };
    const signed = createVerify('RSA-SHA256')
      .update(`${head}.${claims}`)
      .verify(robot().publicKey, signature, 'base64url');
    const right = alg === 'RS256' && iss === serviceAddress && aud === client.tokenUrl() && exp - iat <= 3_600;
    return signed && right && robotTrusted ? { status: 200, body: access(scope) } : refused('invalid_grant');
  }

  return {
    accountAddress: 'dana@birch.test',
    serviceAccountKey: () =>
      JSON.stringify({
        type: 'service_account',
        client_email: serviceAddress,
        private_key_id: 'key-1',
        private_key: robot().privateKey.export({ type: 'pkcs8', format: 'pem' }),
        token_uri: client.tokenUrl(),
      }),
    /** Acts as an admin's browser: reads the consent page, agrees, and returns with a code. */
    consent(authorizationUrl: string, wish: Wish = {}): string {
      const { searchParams: parameters } = new URL(authorizationUrl);
      const ready = parameters.get('response_type') === 'code' && parameters.get('client_id') === client.clientId;
      const proven = parameters.get('code_challenge_method') === 'S256' && parameters.get('code_challenge');
      if (!ready || !proven) throw new Error(`The consent page does not take ${authorizationUrl}`);
      const code = `4/${secret()}`;
      const lasting = parameters.get('access_type') === 'offline' && parameters.get('prompt') === 'consent';
      pending.set(code, {
        challenge: parameters.get('code_challenge') ?? '',
        redirectUri: parameters.get('redirect_uri') ?? '',
        scope: wish.scope ?? parameters.get('scope') ?? '',
        offline: wish.offline ?? lasting,
      });
      return code;
    },
    knows: (authorization = '') => accessTokens.has(authorization.replace(/^Bearer /, '')),
    token({ body, headers }: VendorCall): VendorAnswer {
      if (!(headers['content-type'] ?? '').includes('x-www-form-urlencoded')) return refused('invalid_request');
      if (body['grant_type'] === 'urn:ietf:params:oauth:grant-type:jwt-bearer') return byKey(body);
      if (body['client_id'] !== client.clientId || body['client_secret'] !== client.clientSecret)
        return { status: 401, body: { error: 'invalid_client' } };
      if (body['grant_type'] === 'authorization_code') return byCode(body);
      return byRefreshToken(String(body['refresh_token']));
    },
    revoke({ body }: VendorCall): VendorAnswer {
      if (!refreshTokens.delete(String(body['token']))) return refused('invalid_token');
      accessTokens.clear();
      return { status: 200, body: {} };
    },
    /** Replaces the refresh token at each renewal (RFC 6749 §6). */
    rotateRefreshTokens: (wanted: boolean) => void (rotating = wanted),
    /** Expires the access tokens; refreshing gives new ones. */
    expireTokens: () => accessTokens.clear(),
    /** Revokes the grant, as the account's owner would: the desk must connect again. */
    revokeGrant() {
      accessTokens.clear();
      refreshTokens.clear();
    },
    trustRobot(trusted: boolean) {
      robotTrusted = trusted;
      accessTokens.clear();
    },
    hasGrants: () => refreshTokens.size > 0,
  };
}

const refused = (error: string): VendorAnswer => ({ status: 400, body: { error, error_description: `Bad: ${error}` } });

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
