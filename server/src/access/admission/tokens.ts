import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Config } from '../../platform/config/config.ts';
import { sha256 } from '../../platform/secrets/signatures.ts';

/** The kinds of token. Each has its own prefix, so that a refresh token can never pass for an access token. */
const prefixes = {
  access: 'fd',
  refresh: 'fr',
  api_key: 'fk',
  invitation: 'fi',
  password_reset: 'fp',
  email_change: 'fe',
  email_stop: 'fs',
} as const;
export type TokenKind = keyof typeof prefixes;
const environments = { development: 'dev', production: 'prod', test: 'test' } as const;

/** Only `hash` is stored. A token has 256 random bits, so a plain digest cannot be reversed by trying. */
export interface FreshToken {
  token: string;
  hash: Buffer;
}

/** `fd_<environment>_<43 base62 digits>_<6 base62 digits of CRC-32>`: secret scanners recognize this form. */
export function freshToken(config: Config, kind: TokenKind): FreshToken {
  const secret = base62(BigInt(`0x${randomBytes(32).toString('hex')}`), 43);
  const head = `${prefixes[kind]}_${environments[config.NODE_ENV]}_${secret}`;
  const token = `${head}_${checksum(head)}`;
  return { token, hash: sha256(token) };
}

/** The stored form of a token that this environment could have issued; null for any other text. */
export function tokenHash(config: Config, kind: TokenKind, token: string): Buffer | null {
  const parts = /^(([a-z]{2})_([a-z]+)_[0-9A-Za-z]{43})_([0-9A-Za-z]{6})$/.exec(token);
  if (parts?.[2] !== prefixes[kind] || parts[3] !== environments[config.NODE_ENV]) return null;
  return parts[4] === checksum(parts[1] ?? '') ? sha256(token) : null;
}

/** Whether the text has the prefix of this kind of token, valid or not. */
export const claimsToBe = (kind: TokenKind, token: string): boolean => token.startsWith(`${prefixes[kind]}_`);

/** The part of a token that may always be shown: its kind, and six of its forty-three random characters. */
export const visiblePrefix = (token: string): string => /^[a-z]{2}_[a-z]+_.{6}/.exec(token)?.[0] ?? '';

const checksum = (head: string) => base62(BigInt(crc32(head)), 6);

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function base62(value: bigint, length: number): string {
  let rest = value;
  let text = '';
  while (text.length < length) {
    text = digits.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return text;
}
