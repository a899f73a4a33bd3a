import { sql } from 'kysely';
import type { Db } from '../database/database.ts';
import { unscoped } from '../database/transaction.ts';
import type { Log } from '../process/log.ts';
import './set-back-clock.tables.ts';

/**
 * Moves leases, pauses and deadlines back if the database's clock was set back by a minute or more since the last call (0197). Without
 * this, the work of a process that has died since would be taken up only when the clock has caught up with its leases.
 */
export const followClock = ({ db, log }: { db: Db; log: Log }): Promise<void> =>
  unscoped(db, async (tx) => {
    const { rows } = await sql<{ seconds: number | null }>`select follow_clock() as seconds`.execute(tx);
    const seconds = rows[0]?.seconds ?? null;
    if (seconds === null) return;
    const step = sql`make_interval(secs => ${seconds})`;
    await sql`update pgboss.job set start_after = moved_back(start_after, ${step}), heartbeat_on = moved_back(heartbeat_on, ${step})
      where state <= 'active' and greatest(start_after, heartbeat_on) > clock_timestamp() + ${step} / 2`.execute(tx);
    await sql`update pgboss.queue set maintain_on = moved_back(maintain_on, ${step}),
      monitor_on = moved_back(monitor_on, ${step})`.execute(tx);
    log.warn({ seconds: Math.round(seconds) }, 'the clock was set back; leases and deadlines moved with it');
  });
