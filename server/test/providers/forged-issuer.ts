import { createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { startVendorServer, type VendorAnswer, type VendorServer } from './vendor-server.ts';

export interface ForgedIssuer extends VendorServer {
  issuer: string;
  /** The content of the next tokens; a test forges one thing at a time. */
  says: {
    /** Added to the discovery document, or replacing its members. */
    metadata: Record<string, unknown>;
    header: Record<string, unknown>;
    claims: Record<string, unknown>;
    signedBy: 'itself' | 'a stranger' | 'secret';
  };
  /** Genuine claims. */
  truth(nonce: string): Record<string, unknown>;
}

export const forgedClient = { id: 'desk-at-forged', secret: 'the-secret-of-desk-at-forged-000' };

/** An identity provider that issues any tokens: the real one cannot forge them. It announces no `iss` in its returns. */
export async function startForgedIssuer(): Promise<ForgedIssuer> {
  const own = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const says: ForgedIssuer['says'] = { metadata: {}, header: {}, claims: {}, signedBy: 'itself' };
  const keys = { itself: own.privateKey, 'a stranger': stranger.privateKey, secret: forgedClient.secret };
  const server = await startVendorServer({
    notFound: { status: 404, body: {} },
    routes: {
      'GET /.well-known/openid-configuration': () => ok({ ...discovery(server.url), ...says.metadata }),
      'GET /jwks': () => ok({ keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: '1', use: 'sig' }] }),
      'POST /token': () =>
        ok({
          access_token: 'an-access-token',
          token_type: 'Bearer',
          id_token: encode({ alg: 'RS256', kid: '1', ...says.header }, says.claims, keys[says.signedBy]),
        }),
      'GET /userinfo': () => ok({ sub: 'somebody else', email: 'else@forged.example', email_verified: true }),
    },
  });
  const truth = (nonce: string) => ({
    iss: server.url,
    aud: forgedClient.id,
    sub: 'fay',
    nonce,
    iat: seconds(),
    exp: seconds() + 60,
    email: 'fay@forged.example',
    email_verified: true,
  });
  return { ...server, issuer: server.url, says, truth };
}

export const seconds = (): number => Math.floor(Date.now() / 1_000);

const ok = (body: unknown): VendorAnswer => ({ status: 200, body });

const discovery = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  userinfo_endpoint: `${issuer}/userinfo`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  token_endpoint_auth_methods_supported: ['client_secret_post'],
});

function encode(header: Record<string, unknown>, claims: Record<string, unknown>, key: KeyObject | string): string {
  const text = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  if (header['alg'] === 'none') return `${text}.`;
  const signature =
    typeof key === 'string' ? createHmac('sha256', key).update(text).digest() : sign('sha256', Buffer.from(text), key);
  return `${text}.${signature.toString('base64url')}`;
}
