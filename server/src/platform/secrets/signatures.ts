import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

export type Bytes = string | Uint8Array;

/** HMAC over the parts in order, as raw bytes. Strings are UTF-8. */
export function hmac(algorithm: 'sha1' | 'sha256', key: Bytes, ...parts: Bytes[]): Buffer {
  const mac = createHmac(algorithm, key);
  for (const part of parts) mac.update(part);
  return mac.digest();
}

export function sha256(...parts: Bytes[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** Compares in constant time. Returns false for different lengths, where timingSafeEqual would throw. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  return timingSafeEqual(a, b);
}
