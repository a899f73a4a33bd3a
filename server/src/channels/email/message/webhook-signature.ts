import { createHmac } from 'node:crypto';
import { hmac, sameBytes } from '../../../platform/secrets/signatures.ts';
import { keyOfSecret } from '../../../platform/secrets/standard-webhooks.ts';

/** The three headers of Standard Webhooks; each undefined when it was not sent. */
export interface StandardWebhook {
  id: string | undefined;
  timestamp: string | undefined;
  signature: string | undefined;
}

const toleranceSeconds = 300;
const entry = /^v1,([A-Za-z0-9+/]{43}=)$/;

/**
 * Checks Standard Webhooks over raw bytes, as they arrive: base64 HMAC-SHA256 of `id.timestamp.body`, keyed by the
 * decoded `whsec_…`. The reference library converts the body to text first and so breaks 8-bit mail; this does not. The
 * signature header may list several signatures, which is how a sender rotates its key. Call `fits` once, at the end.
 */
export function mailSignature(
  { id, timestamp, signature }: StandardWebhook,
  secret: string,
  now: Date,
): { see(part: Uint8Array): void; fits(): boolean } {
  const key = keyOfSecret(secret);
  const mac = createHmac('sha256', key).update(`${id ?? ''}.${timestamp ?? ''}.`);
  const given = (signature ?? '')
    .split(' ')
    .slice(0, 10)
    .map((each) => entry.exec(each)?.[1]);
  const couldFit = Boolean(id) && key.length >= 16 && isFresh(timestamp ?? '', now);
  return {
    see: (part) => void mac.update(part),
    fits() {
      const expected = mac.digest();
      const same = given.map((each) => sameBytes(expected, Buffer.from(each ?? '', 'base64')));
      return same.includes(true) && couldFit;
    },
  };
}

/** Whether the headers could belong to a signed mail; the body decides. */
export const looksSigned = ({ id, timestamp, signature }: StandardWebhook, now: Date): boolean =>
  Boolean(id) &&
  isFresh(timestamp ?? '', now) &&
  (signature ?? '')
    .split(' ')
    .slice(0, 10)
    .some((each) => entry.test(each));

// Digits only: NaN, signs, floats and spaces would each be parsed as another time.
function isFresh(timestamp: string, now: Date): boolean {
  if (!/^\d{1,11}$/.test(timestamp)) return false;
  return Math.abs(now.getTime() / 1_000 - Number(timestamp)) <= toleranceSeconds;
}

/** HTTP Basic with the configured `user:password`; an empty setting matches nothing. */
export function basicAuthFits(header: string | undefined, expected: string): boolean {
  const given = /^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec(header ?? '')?.[1] ?? '';
  const key = 'basic-auth-comparison';
  // Compare hashes, which have equal lengths, so that the comparison reveals nothing about the password's length.
  const same = sameBytes(hmac('sha256', key, Buffer.from(given, 'base64')), hmac('sha256', key, expected));
  return same && expected !== '';
}
