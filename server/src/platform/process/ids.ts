import { randomUUID } from 'node:crypto';

/**
 * A UUIDv7 (RFC 9562 §5.7): 48 bits of Unix milliseconds, a counter, then randomness. Sorts by time of creation; the ids that a process
 * makes in one millisecond, up to about 2,000, sort in their order (§6.2, method 1).
 */
export function newId(now: number = Date.now()): string {
  // Node draws the random bits of `randomUUID` for many ids at once; `randomBytes` would call the system for each of ten ids a message.
  const random = randomUUID();
  const time = now.toString(16).padStart(12, '0');
  const counter = counterAt(now, Number.parseInt(random.slice(15, 18), 16));
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, '0')}${random.slice(18)}`;
}

const highestCounter = 0xfff;
let newest = { time: -1, counter: 0 };

function counterAt(time: number, random: number): number {
  const follows = time === newest.time && newest.counter < highestCounter;
  // Begin in the lower half, so that there is room to count.
  const counter = follows ? newest.counter + 1 : random >>> 1;
  newest = { time, counter };
  return counter;
}

/** Returns a lower bound for all ids made at this time or later, so that an index on ids finds recent rows. */
export function lowestId(at: number): string {
  const hex = at.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const isId = (text: string): boolean => uuid.test(text);
