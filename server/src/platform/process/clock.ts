/** A clock that tests can set. Leases and deadlines use the database's clock instead (docs/promises.md R5). */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
