import type { Desk } from './desk.ts';

/**
 * For work that is too much for each round of the sweep: answers whether it is due, which it is again `milliseconds` after it last was.
 * Time is kept by database, so that two desks in one process (tests) do not share it.
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
