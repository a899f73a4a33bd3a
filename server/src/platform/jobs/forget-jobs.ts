import { sql } from 'kysely';
import type { Db, Tx } from '../database/database.ts';
import { nameOf } from '../database/named-statements.ts';
import { inBatches } from '../process/batches.ts';

interface DoneJob {
  name: string;
  id: string;
}

// Only at its first attempt: if another process has taken the job over meanwhile, the row is of a later one, and stays.
const text = `delete from pgboss.job_common job using unnest($1::text[], $2::uuid[]) as done (name, id)
  where job.name = done.name and job.id = done.id and job.state = 'active' and job.retry_count = 0`;

/**
 * Deletes the rows of jobs that are done at their first attempt. Jobs that end while a statement is under way share the next one.
 * A message makes three jobs, and keeping each as completed wrote another version of its row, for a later statement to delete.
 */
export function forgetJobs({ pool }: Pick<Db, 'pool'>): (job: DoneJob) => Promise<void> {
  return inBatches<DoneJob, void>(
    async (jobs) => {
      const values = [jobs.map(({ name }) => name), jobs.map(({ id }) => id)];
      const name = nameOf(text);
      await (name ? pool.query({ name, text, values }) : pool.query(text, values));
      return jobs.map(() => undefined);
    },
    { atOnce: 1, most: { items: 100, size: 100 }, sizeOf: () => 1, triesAlone: () => false },
  );
}

/** Deletes every job of the organization that is not running. */
export const forgetJobsOf = async (tx: Tx, organizationId: string): Promise<void> =>
  void (await sql`delete from pgboss.job where state <> 'active'
    and (group_id = ${organizationId} or data ->> 'organizationId' = ${organizationId})`.execute(tx));
