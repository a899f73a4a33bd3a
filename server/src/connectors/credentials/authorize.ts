import type { ConnectorAuth, Credentials } from '@desk/contract/connectors';
import { hmac } from '../../platform/secrets/signatures.ts';
import type { OutgoingRequest } from './masking.logic.ts';

/** The headers and query parameters that carry secrets: their names are shown, their values never. */
export const secretPlaces = (auth: ConnectorAuth): { headers: string[]; query: string[] } => {
  switch (auth.kind) {
    case 'none':
      return { headers: [], query: [] };
    case 'bearer':
    case 'basic':
    case 'oauth2_client_credentials':
      return { headers: ['authorization'], query: [] };
    case 'api_key':
      return auth.in === 'header' ? { headers: [auth.name], query: [] } : { headers: [], query: [auth.name] };
    case 'hmac':
      return { headers: [auth.header, ...(auth.key_id_header ? [auth.key_id_header] : [])], query: [] };
  }
};

interface By {
  auth: ConnectorAuth;
  credentials: Credentials;
  /** Only for oauth2_client_credentials. */
  token: string | null;
  now: Date;
}

/** Adds the credentials to the request. */
export function authorized(request: OutgoingRequest, { auth, credentials, token, now }: By): OutgoingRequest {
  const withHeaders = (headers: Record<string, string>) => ({
    ...request,
    headers: { ...request.headers, ...headers },
  });
  switch (auth.kind) {
    case 'none':
      return request;
    case 'bearer':
      return withHeaders({ authorization: `Bearer ${credentials['token'] ?? ''}` });
    case 'basic':
      return withHeaders({ authorization: basic(credentials['username'], credentials['password']) });
    case 'api_key': {
      const key = credentials['key'] ?? '';
      if (auth.in === 'header') return withHeaders({ [auth.name.toLowerCase()]: key });
      const url = new URL(request.url);
      url.searchParams.set(auth.name, key);
      return { ...request, url };
    }
    case 'oauth2_client_credentials':
      return withHeaders({ authorization: `Bearer ${token ?? ''}` });
    case 'hmac':
      return withHeaders(signature(request, auth, credentials, now));
  }
}

export const basic = (user = '', word = ''): string =>
  `Basic ${Buffer.from(`${user}:${word}`, 'utf8').toString('base64')}`;

/** Signs `timestamp.METHOD.path?query.body`, so that nobody can change the request or replay it much later. */
function signature(
  { method, url, body }: OutgoingRequest,
  auth: ConnectorAuth & { kind: 'hmac' },
  { secret = '', key_id }: Credentials,
  now: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signed = [timestamp, method, `${url.pathname}${url.search}`, body ?? ''].join('.');
  const mac = hmac(auth.algorithm ?? 'sha256', secret, signed).toString(auth.encoding ?? 'hex');
  return {
    [auth.header.toLowerCase()]: `${auth.prefix ?? ''}${mac}`,
    [auth.timestamp_header.toLowerCase()]: timestamp,
    ...(auth.key_id_header && key_id ? { [auth.key_id_header.toLowerCase()]: key_id } : {}),
  };
}

/** Replaces these secrets in the value: some services echo what they were sent. */
export function scrubbed<T>(value: T, secrets: readonly string[]): T {
  const telling = secrets.filter((secret) => secret.length >= 4);
  return telling.length === 0 ? value : (cleaned(value, telling) as T);
}

// Clean each value by itself: stars in place of a number would make the serialized text invalid JSON.
function cleaned(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') return secrets.reduce((all, secret) => all.replaceAll(secret, '****'), value);
  if (typeof value === 'number') return secrets.includes(String(value)) ? '****' : value;
  if (Array.isArray(value)) return value.map((each) => cleaned(each, secrets));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [cleaned(name, secrets) as string, cleaned(each, secrets)]),
  );
}
