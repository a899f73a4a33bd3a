import { pointerPart } from '../../platform/http/pointer.logic.ts';
import type { ConnectorAuth, Credentials } from '@desk/contract/connectors';
import type { FieldError } from '../../platform/http/field-error.logic.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';

/** Checks a connector beyond its schema: URLs that can be requested, and credentials that suit the auth kind. */
export function faultsOfConnector(connector: {
  base_url: string;
  openapi_url: string | null;
  auth: ConnectorAuth;
  credentials: Credentials | undefined;
}): FieldError[] {
  const { base_url, openapi_url, auth, credentials } = connector;
  const faults = [faultOfUrl('/base_url', base_url)];
  if (openapi_url !== null) faults.push(faultOfUrl('/openapi_url', openapi_url));
  if (auth.kind === 'oauth2_client_credentials') faults.push(faultOfUrl('/auth/token_url', auth.token_url));
  return [
    ...faults.filter((each) => each !== null),
    ...faultsOfHeaders(auth),
    ...(credentials ? faultsOfCredentials(auth, credentials, '/credentials') : []),
  ];
}

/** The names of each kind's credentials; the first name of each list is the one that is stored. */
const names: Readonly<Record<ConnectorAuth['kind'], readonly (readonly string[])[]>> = {
  none: [],
  bearer: [['token', 'access_token']],
  basic: [['username'], ['password']],
  api_key: [['key', 'api_key', 'value']],
  oauth2_client_credentials: [['client_id'], ['client_secret']],
  hmac: [['secret'], ['key_id']],
};

const optional = new Set(['key_id']);

export function faultsOfCredentials(auth: ConnectorAuth, credentials: Credentials, at: string): FieldError[] {
  const wanted = names[auth.kind];
  const known = new Set(wanted.flat());
  const unknown = Object.keys(credentials)
    .filter((name) => !known.has(name))
    .map((name) => ({ path: `${at}/${pointerPart(name)}`, message: unknownName(auth.kind) }));
  const missing = wanted
    .filter(
      (synonyms) => !optional.has(synonyms[0] ?? '') && !synonyms.some((name) => Object.hasOwn(credentials, name)),
    )
    .map(([name]) => ({ path: `${at}/${name}`, message: sentence`is needed for ${auth.kind}` }));
  // Some services take a key as the user's name, without a password.
  const empty = Object.entries(credentials)
    .filter(([name, value]) => value === '' && name !== 'password')
    .map(([name]) => ({ path: `${at}/${pointerPart(name)}`, message: sentence`must not be empty` }));
  // RFC 7617: the first colon ends the user's name.
  const split =
    auth.kind === 'basic' && credentials['username']?.includes(':')
      ? [{ path: `${at}/username`, message: sentence`must not contain a colon` }]
      : [];
  const broken = Object.entries(credentials)
    .filter(([, value]) => hasControl(value))
    .map(([name]) => ({
      path: `${at}/${pointerPart(name)}`,
      message: sentence`must have no line breaks or control characters`,
    }));
  const unsendable = Object.entries(credentials)
    .filter(([name, value]) => inHeader(auth).has(name) && !isLatin(value))
    .map(([name]) => ({
      path: `${at}/${pointerPart(name)}`,
      message: sentence`must contain only characters that a header can carry`,
    }));
  return [...unknown, ...missing, ...empty, ...split, ...broken, ...unsendable];
}

// The credentials that a header carries unencoded; names and passwords are encoded.
const inHeader = (auth: ConnectorAuth): ReadonlySet<string> => {
  if (auth.kind === 'bearer' || (auth.kind === 'api_key' && auth.in === 'header'))
    return new Set(names[auth.kind].flat());
  return new Set(auth.kind === 'hmac' ? ['key_id'] : []);
};

/** Whether a header can carry all characters of the text (RFC 9110, §5.5). */
export const isLatin = (text: string): boolean => [...text].every((character) => (character.codePointAt(0) ?? 0) < 256);

const unknownName = (kind: ConnectorAuth['kind']) =>
  kind === 'none'
    ? sentence`this kind has no credentials`
    : sentence`${kind} takes ${names[kind].map(([name]) => name).join(', ')}`;

/** Renames the credentials to the names that are stored. */
export const normalized = (auth: ConnectorAuth, credentials: Credentials): Credentials =>
  Object.fromEntries(
    names[auth.kind].flatMap((synonyms) => {
      const given = synonyms.find((name) => Object.hasOwn(credentials, name));
      return given === undefined ? [] : [[synonyms[0] ?? given, credentials[given] ?? '']];
    }),
  );

function faultOfUrl(path: string, text: string): FieldError | null {
  if (!URL.canParse(text)) return { path, message: sentence`must be an absolute URL` };
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return { path, message: sentence`must begin with https://` };
  if (url.username || url.password)
    return { path, message: sentence`must not contain credentials; enter them separately` };
  if (path === '/base_url' && (url.search || url.hash))
    return { path, message: sentence`must have no query and no fragment` };
  return null;
}

/** Headers that cannot carry what they are named for, or that two values would share. */
function faultsOfHeaders(auth: ConnectorAuth): FieldError[] {
  const named = headersOf(auth).map(([member, name]) => ({ path: `/auth/${member}`, name: name.toLowerCase() }));
  return named.flatMap(({ path, name }, at) => {
    if (forbiddenHeaders.has(name)) return [{ path, message: sentence`this header is set by the connection itself` }];
    const isTaken = named.slice(0, at).some((earlier) => earlier.name === name);
    return isTaken ? [{ path, message: sentence`must differ from the other header names` }] : [];
  });
}

function headersOf(auth: ConnectorAuth): (readonly [member: string, name: string])[] {
  if (auth.kind === 'api_key') return auth.in === 'header' ? [['name', auth.name]] : [];
  if (auth.kind !== 'hmac') return [];
  const { header, timestamp_header, key_id_header } = auth;
  return [
    ['header', header],
    ['timestamp_header', timestamp_header],
    ...(key_id_header === undefined ? [] : [['key_id_header', key_id_header] as const]),
  ];
}

/** Headers that the connection itself sets, or that would change which server the request reaches. */
export const forbiddenHeaders: ReadonlySet<string> = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'upgrade',
  'te',
  'trailer',
  'expect',
  'keep-alive',
  'proxy-authorization',
  'accept-encoding',
]);

/** Whether the text has a line break or another control character. */
export const hasControl = (text: string): boolean =>
  [...text].some((character) => {
    const code = character.codePointAt(0) ?? 0;
    return code < 32 || code === 127;
  });

/** Whether credentials entered for one service would now be sent to another. */
export const leadsElsewhere = (before: Addressed, after: Addressed): boolean =>
  originOf(before.base_url) !== originOf(after.base_url) ||
  before.auth.kind !== after.auth.kind ||
  tokenOrigin(before.auth) !== tokenOrigin(after.auth);

interface Addressed {
  base_url: string;
  auth: ConnectorAuth;
}

const originOf = (url: string) => new URL(url).origin;
const tokenOrigin = (auth: ConnectorAuth) =>
  auth.kind === 'oauth2_client_credentials' ? originOf(auth.token_url) : null;
