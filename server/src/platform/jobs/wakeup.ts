import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../database/database.ts';

export interface Wakeup {
  stop(): Promise<void>;
}

const channel = 'desk_jobs';
// Jobs that are enqueued together are announced together: a burst of events sends one message to the workers.
const gatherMilliseconds = 5;
// A message of `NOTIFY` holds 8,000 bytes. Beyond this many entries the message omits the organizations, and workers look for any.
const mostEntries = 80;
const namesOf = (entries: ReadonlySet<string>) => new Set([...entries].map((entry) => entry.split('/')[0]));

/**
 * Notifies the workers of other processes of a new job, after its commit and outside of its transaction: a commit that notifies
 * waits for all others that do. If a notification is lost, the next poll finds the job.
 */
export function wakeElsewhere(db: Db) {
  const waiting = new Set<string>();
  const send = async (): Promise<void> => {
    await pause(gatherMilliseconds, undefined, { ref: false });
    const message = [...(waiting.size > mostEntries ? namesOf(waiting) : waiting)].join(' ');
    waiting.clear();
    await db.pool.query('select pg_notify($1, $2)', [channel, message]).catch(() => undefined);
  };
  return {
    /** The organization saves a query by workers that cannot take more of its jobs. */
    announce(name: string, organizationId?: string): void {
      if (db.engine === 'pglite') return;
      waiting.add(organizationId === undefined ? name : `${name}/${organizationId}`);
      if (waiting.size === 1) void send();
    },
    /** Listens for jobs that other processes enqueue. The embedded engine has one process only. */
    async listen(onJob: (name: string, organizationId?: string) => void): Promise<Wakeup | null> {
      if (db.engine === 'pglite') return null;
      const heard = (payload: string) => {
        for (const entry of payload.split(' ')) {
          const [name = '', organizationId] = entry.split('/');
          onJob(name, organizationId);
        }
      };
      // Polling is the fallback: without notifications, jobs start later.
      const stop = await db.listen(channel, { heard, cut: () => {}, mended: () => {} }).catch(() => null);
      return stop && { stop };
    },
  };
}
