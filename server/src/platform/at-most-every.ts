import type { Desk } from './desk.ts';

/**
 * Limits work that is too expensive for every sweep: the returned function tells whether it is due, at most once in `milliseconds`.
 * The time is kept by database, so that two desks in one process (tests) do not share it.
 */
export function atMostEvery(milliseconds: number): (desk: Pick<Desk, 'db' | 'clock'>) => boolean {
  const lastTimes = new WeakMap<Desk['db'], number>();
  return ({ db, clock }) => {
    const now = clock.now().getTime();
    // A clock that was set back must not stop the work until it has caught up.
    const isDue = Math.abs(now - (lastTimes.get(db) ?? -Infinity)) >= milliseconds;
    if (isDue) lastTimes.set(db, now);
    return isDue;
  };
}
