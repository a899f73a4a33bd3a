import { randomFillSync } from 'node:crypto';

// Asking the system for randomness costs the same for one id as for many.
const supply = Buffer.alloc(4096);
let used = supply.length;

function sixteenRandomBytes(): Buffer {
  if (used === supply.length) {
    randomFillSync(supply);
    used = 0;
  }
  used += 16;
  return supply.subarray(used - 16, used);
}

/** A UUIDv7 (RFC 9562 §5.7): 48 bits of Unix milliseconds, then randomness. Sorts by time of creation. */
export function newId(now: number = Date.now()): string {
  const bytes = sixteenRandomBytes();
  bytes.writeUIntBE(now, 0, 6);
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Below every id that is made at this time or later, so that an index of ids finds what is recent. */
export function lowestId(at: number): string {
  const hex = at.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const isId = (text: string): boolean => uuid.test(text);
