import { randomUUID } from 'node:crypto';

/** A UUIDv7 (RFC 9562 §5.7): 48 bits of Unix milliseconds, then randomness. Sorts by time of creation. */
export function newId(now: number = Date.now()): string {
  // Node draws the random bits of `randomUUID` for many ids at once; `randomBytes` would call the system for each of ten ids a message.
  const random = randomUUID();
  const time = now.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`;
}

/** Returns a lower bound for all ids made at this time or later, so that an index on ids finds recent rows. */
export function lowestId(at: number): string {
  const hex = at.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const isId = (text: string): boolean => uuid.test(text);
