import { randomBytes } from 'node:crypto';
import type { VendorAnswer, VendorCall } from '../vendor-server.ts';

/** The vendor's token endpoint: codes are valid once for 120 s, and refresh tokens rotate. */
export type TokenOffice = {
  accessTokens: Set<string>;
  issueCode(): string;
  exchange(call: VendorCall): VendorAnswer;
  revokeAll(): void;
};

type Client = { clientId: string; clientSecret: string; expiresIn: number };

export function tokenOffice(client: Client, firstToken: string): TokenOffice {
  const accessTokens = new Set([firstToken]);
  const codes = new Map<string, number>();
  const refreshTokens = new Set<string>();

  function grant(scope: string): VendorAnswer {
    const access = randomBytes(32).toString('hex');
    const refresh = randomBytes(32).toString('hex');
    accessTokens.add(access);
    refreshTokens.add(refresh);
    const body = {
      access_token: access,
      refresh_token: refresh,
      token_type: 'bearer',
      scope,
      expires_in: client.expiresIn,
      refresh_token_expires_in: 2_592_000,
    };
    return { status: 200, body };
  }

  function codeIsGood(code: string): boolean {
    const issued = codes.get(code);
    codes.delete(code);
    return issued !== undefined && Date.now() - issued <= 120_000;
  }

  return {
    accessTokens,
    issueCode() {
      const code = randomBytes(16).toString('hex');
      codes.set(code, Date.now());
      return code;
    },
    exchange(call) {
      if (!(call.headers['content-type'] ?? '').includes('application/json')) return oauthError(400, 'invalid_request');
      const { grant_type: kind, client_id: id, client_secret: secret } = call.body;
      if (id !== client.clientId || secret !== client.clientSecret) return oauthError(401, 'invalid_client');
      const scope = String(call.body['scope'] ?? 'read write');
      if (kind === 'authorization_code')
        return codeIsGood(String(call.body['code'])) ? grant(scope) : oauthError(400, 'invalid_grant');
      if (kind === 'refresh_token')
        return refreshTokens.delete(String(call.body['refresh_token']))
          ? grant(scope)
          : oauthError(400, 'invalid_grant');
      return oauthError(400, 'unsupported_grant_type');
    },
    revokeAll() {
      accessTokens.clear();
      refreshTokens.clear();
    },
  };
}

function oauthError(status: number, error: string): VendorAnswer {
  return { status, body: { error, error_description: `The request was refused: ${error}.` } };
}
