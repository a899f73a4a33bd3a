import type { PgBoss } from 'pg-boss';
import { errorCode, type Db } from '../database/database.ts';
import type { Log } from '../process/log.ts';
import { repeat } from '../process/repeat.ts';
import { lookForJobsMilliseconds, silenceSeconds } from './silence.ts';

/**
 * Hands over the jobs of dead processes, which still occupy their organization's slots. pg-boss's own heartbeat takes at least
 * ten seconds, and pg-boss checks it seldom.
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
  // Only jobs with a group, which all work for an organization has: pg-boss has an index of these (job_i7).
  const { rows } = await pool.query<{ id: string; name: string }>(
    `select id, name from pgboss.job where state = 'active' and group_id is not null
       and heartbeat_on < pgboss.job_now() - make_interval(secs => $1)`,
    [silenceSeconds],
  );
  const byName = Map.groupBy(rows, ({ name }) => name);
  return new Map([...byName].map(([name, found]) => [name, found.map(({ id }) => id)]));
}

/**
 * A process that was itself frozen or without the database must not judge others by their silence: the same outage may have
 * silenced them. A process that has just started has missed nothing.
 */
export function createSteadiness() {
  let lastLook = -Infinity;
  let unsteadyUntil = -Infinity;
  return {
    /** Call it after each successful check, with the monotonic time in milliseconds. Returns whether the result counts. */
    confirm(now: number): boolean {
      if (lastLook > -Infinity && now - lastLook > 2.5 * lookForJobsMilliseconds)
        unsteadyUntil = now + silenceSeconds * 1_000;
      lastLook = now;
      return now >= unsteadyUntil;
    },
  };
}
