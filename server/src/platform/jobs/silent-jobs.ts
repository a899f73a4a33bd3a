import type { PgBoss } from 'pg-boss';
import { errorCode, type Db } from '../database/database.ts';
import type { Log } from '../process/log.ts';
import { repeat } from '../process/repeat.ts';
import { lookForJobsMilliseconds, silenceSeconds } from './silence.ts';

/**
 * Hands on the jobs of processes that died, which hold their organization's slots: pg-boss's own heartbeat lasts ten seconds
 * at least, and it looks for it seldom.
 */
export function watchSilentJobs(db: Db, boss: PgBoss, log: Log): { stop(): Promise<void> } {
  const steadiness = createSteadiness();
  const stop = repeat(lookForJobsMilliseconds, async () => {
    try {
      const silent = await findSilent(db);
      if (!steadiness.confirm(performance.now())) return;
      for (const [name, ids] of silent) {
        await boss.fail(name, ids, { code: 'silent' });
        log.warn({ job: name, count: ids.length }, 'jobs of a silent process handed over');
      }
    } catch (error) {
      log.warn({ code: errorCode(error) }, 'could not look for silent jobs');
    }
  });
  return { stop };
}

async function findSilent({ pool }: Db): Promise<Map<string, string[]>> {
  // With a group, as all work for an organization has: these the queue has an index of (job_i7).
  const { rows } = await pool.query<{ id: string; name: string }>(
    `select id, name from pgboss.job where state = 'active' and group_id is not null
       and heartbeat_on < pgboss.job_now() - make_interval(secs => $1)`,
    [silenceSeconds],
  );
  const byName = Map.groupBy(rows, ({ name }) => name);
  return new Map([...byName].map(([name, found]) => [name, found.map(({ id }) => id)]));
}

/**
 * A process that was away itself, frozen or without the store, does not judge others by their silence: they may have been
 * away with it. A process that has just started has missed nothing.
 */
export function createSteadiness() {
  let lastLook = -Infinity;
  let unsteadyUntil = -Infinity;
  return {
    /** To be called after each look that succeeded, with the monotonic time in milliseconds: whether its finding counts. */
    confirm(now: number): boolean {
      if (lastLook > -Infinity && now - lastLook > 2.5 * lookForJobsMilliseconds)
        unsteadyUntil = now + silenceSeconds * 1_000;
      lastLook = now;
      return now >= unsteadyUntil;
    },
  };
}
