import type { Db } from '../database/database.ts';
import { clockDifference } from '../database/database-facts.ts';
import { showClockDifference } from '../process/counters.ts';
import type { Log } from '../process/log.ts';
import { repeat } from '../process/repeat.ts';

const everyMilliseconds = 60_000;

/**
 * Compares the clock of this process with the database's at once and each minute (docs/promises.md P12). A vendor's signature is checked
 * by the former, leases and deadlines run by the latter. Returns the function that stops the comparisons.
 */
export async function watchClock(desk: { db: Db; log: Log }): Promise<() => Promise<void>> {
  await compare(desk);
  return repeat(everyMilliseconds, () => compare(desk));
}

/** A difference of at least five seconds is logged. From 300 on, the desk refuses the signatures of vendors. */
const mostSeconds = 5;

async function compare({ db, log }: { db: Db; log: Log }): Promise<void> {
  // If the database does not answer, the readiness check reports it.
  const seconds = await clockDifference(db).catch(() => null);
  if (seconds === null) return;
  showClockDifference(seconds);
  if (Math.abs(seconds) >= mostSeconds)
    log.warn({ seconds: Math.round(seconds) }, 'the clock of this process differs from that of the database');
}
