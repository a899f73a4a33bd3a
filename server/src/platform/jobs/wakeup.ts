import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../database/database.ts';

export interface Wakeup {
  stop(): Promise<void>;
}

const channel = 'desk_jobs';
// Jobs that are enqueued together are announced together: a burst of events is one message to the workers.
const gatherMilliseconds = 5;

/**
 * Tells the workers of other processes that a job has come, after its commit and outside of its transaction: a commit that
 * notifies waits for all others that do. What is lost here is found at the next poll.
 */
export function wakeElsewhere(db: Db) {
  const names = new Set<string>();
  const send = async (): Promise<void> => {
    await pause(gatherMilliseconds, undefined, { ref: false });
    const told = [...names].join(' ');
    names.clear();
    await db.pool.query('select pg_notify($1, $2)', [channel, told]).catch(() => undefined);
  };
  return {
    tell(name: string): void {
      if (db.engine === 'pglite') return;
      names.add(name);
      if (names.size === 1) void send();
    },
    /** Hears of jobs that other processes enqueue. The embedded engine has one process only. */
    async listen(heard: (name: string) => void): Promise<Wakeup | null> {
      if (db.engine === 'pglite') return null;
      const each = (payload: string) => payload.split(' ').forEach(heard);
      // Polling is the net below: where nothing can be heard, jobs start later.
      const stop = await db.listen(channel, { heard: each, cut: () => {}, mended: () => {} }).catch(() => null);
      return stop && { stop };
    },
  };
}
