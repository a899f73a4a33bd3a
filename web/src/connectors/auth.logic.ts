import type { ConnectorAuth, Credentials } from '@desk/contract/connectors';

export const authKinds = ['bearer', 'api_key', 'basic', 'oauth2_client_credentials', 'hmac', 'none'] as const;
export type AuthKind = (typeof authKinds)[number];

/** The names of the credentials of each kind. */
const credentialNames = {
  none: [],
  bearer: ['token'],
  basic: ['username', 'password'],
  api_key: ['key'],
  oauth2_client_credentials: ['client_id', 'client_secret'],
  hmac: ['secret', 'key_id'],
} as const satisfies Record<AuthKind, readonly string[]>;
export type CredentialName = (typeof credentialNames)[AuthKind][number];

export const credentialsOf = (kind: AuthKind): readonly CredentialName[] => credentialNames[kind];

/** Only these credentials are not secret: their fields show the typed text. */
export const isOpen = (name: CredentialName): boolean =>
  name === 'username' || name === 'client_id' || name === 'key_id';

export interface AuthValues {
  kind: AuthKind;
  in: 'header' | 'query';
  name: string;
  token_url: string;
  scope: string;
  audience: string;
  header: string;
  timestamp_header: string;
  key_id_header: string;
  prefix: string;
}

export const emptyAuth: AuthValues = {
  kind: 'bearer',
  in: 'header',
  name: 'X-API-Key',
  token_url: '',
  scope: '',
  audience: '',
  header: 'X-Signature',
  timestamp_header: 'X-Timestamp',
  key_id_header: '',
  prefix: '',
};

/** Keeps only the members of the chosen kind. */
export function authOf(values: AuthValues): ConnectorAuth {
  const { kind, name, header } = values;
  if (kind === 'api_key') return { kind, in: values.in, name };
  if (kind === 'hmac') {
    const { timestamp_header, key_id_header, prefix } = values;
    return {
      kind,
      header,
      timestamp_header,
      ...(key_id_header ? { key_id_header } : {}),
      ...(prefix ? { prefix } : {}),
    };
  }
  if (kind === 'oauth2_client_credentials') {
    const { scope, audience } = values;
    return { kind, token_url: values.token_url, ...(scope ? { scope } : {}), ...(audience ? { audience } : {}) };
  }
  return { kind };
}

/** The credentials that were filled in; undefined if there are none. */
export function filledCredentials(kind: AuthKind, given: Readonly<Record<string, string>>): Credentials | undefined {
  const filled = credentialsOf(kind).flatMap((name) => (given[name]?.trim() ? [[name, given[name].trim()]] : []));
  return filled.length > 0 ? (Object.fromEntries(filled) as Credentials) : undefined;
}
