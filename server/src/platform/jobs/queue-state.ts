import type { Db } from '../database/database.ts';

export interface QueueState {
  name: string;
  /** Jobs that could start right now. */
  due: number;
  active: number;
  /** Jobs of the last day that failed their last try. */
  failed: number;
  /** Seconds that the oldest due job has been waiting. */
  oldest: number;
}

/** Counts the jobs of every queue. Returns null when the queues were never created. */
export async function queueStates({ owner }: Pick<Db, 'owner'>): Promise<QueueState[] | null> {
  const { rows: made } = await owner.query(`select to_regclass('pgboss.job') is not null as made`, []);
  if (!made[0]?.['made']) return null;
  const { rows } = await owner.query(
    `select name,
       count(*) filter (where state < 'active' and start_after <= now())::int as due,
       count(*) filter (where state = 'active')::int as active,
       count(*) filter (where state = 'failed' and created_on > now() - interval '1 day')::int as failed,
       coalesce(extract(epoch from now() - min(greatest(created_on, start_after))
         filter (where state < 'active' and start_after <= now())), 0)::int as oldest
     from pgboss.job group by name order by name`,
    [],
  );
  return rows.map((row) => ({
    name: String(row['name']),
    due: Number(row['due']),
    active: Number(row['active']),
    failed: Number(row['failed']),
    oldest: Number(row['oldest']),
  }));
}
