import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Config } from '../../platform/config/config.ts';
import { sha256 } from '../../platform/secrets/signatures.ts';

/** What a token opens; its first letters, so that a refresh token can never pass for an access token. */
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

/** `hash` is all that is stored: a token carries 256 random bits, so a plain digest cannot be searched. */
export interface FreshToken {
  token: string;
  hash: Buffer;
}

/** `fd_<environment>_<43 base62 digits>_<6 base62 digits of CRC-32>`: secret scanners know one when they see it. */
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

/** Whether somebody means to use a token of this kind, valid or not. */
export const claimsToBe = (kind: TokenKind, token: string): boolean => token.startsWith(`${prefixes[kind]}_`);

/** What may always be shown of a token: its kind, and six of its forty-three random characters. */
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
