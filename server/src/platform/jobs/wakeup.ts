import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../database/database.ts';

export interface Wakeup {
  stop(): Promise<void>;
}

const channel = 'desk_jobs';
// Jobs that are enqueued together are announced together: a burst of events is one message to the workers.
const gatherMilliseconds = 5;
// A message of `NOTIFY` holds 8,000 bytes. Beyond so many the organizations are left out, and workers look for anybody's.
const mostTold = 80;
const namesOf = (told: ReadonlySet<string>) => new Set([...told].map((each) => each.split('/')[0]));

/**
 * Tells the workers of other processes that a job has come, after its commit and outside of its transaction: a commit that
 * notifies waits for all others that do. What is lost here is found at the next poll.
 */
export function wakeElsewhere(db: Db) {
  const waiting = new Set<string>();
  const send = async (): Promise<void> => {
    await pause(gatherMilliseconds, undefined, { ref: false });
    const told = [...(waiting.size > mostTold ? namesOf(waiting) : waiting)].join(' ');
    waiting.clear();
    await db.pool.query('select pg_notify($1, $2)', [channel, told]).catch(() => undefined);
  };
  return {
    /** Whose job it is, if anybody's, saves a look by a worker that can take no more of theirs. */
    tell(name: string, organizationId?: string): void {
      if (db.engine === 'pglite') return;
      waiting.add(organizationId === undefined ? name : `${name}/${organizationId}`);
      if (waiting.size === 1) void send();
    },
    /** Hears of jobs that other processes enqueue. The embedded engine has one process only. */
    async listen(heard: (name: string, organizationId?: string) => void): Promise<Wakeup | null> {
      if (db.engine === 'pglite') return null;
      const each = (payload: string) => {
        for (const told of payload.split(' ')) {
          const [name = '', organizationId] = told.split('/');
          heard(name, organizationId);
        }
      };
      // Polling is the net below: where nothing can be heard, jobs start later.
      const stop = await db.listen(channel, { heard: each, cut: () => {}, mended: () => {} }).catch(() => null);
      return stop && { stop };
    },
  };
}
