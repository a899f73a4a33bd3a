import { sql } from 'kysely';
import type { Db, Tx } from '../database/database.ts';
import { nameOf } from '../database/named-statements.ts';
import { inBatches } from '../process/batches.ts';

interface DoneJob {
  name: string;
  id: string;
}

// Only at its first attempt: if another process has taken the job over meanwhile, the row is of a later one, and stays.
const isFirst = `job.state = 'active' and job.retry_count = 0`;
const one = `delete from pgboss.job_common job where job.name = $1 and job.id = $2 and ${isFirst}`;
// PostgreSQL plans this one anew each time, for the number of jobs, which takes longer than the deletion of one job.
const several = `delete from pgboss.job_common job using unnest($1::text[], $2::uuid[]) as done (name, id)
  where job.name = done.name and job.id = done.id and ${isFirst}`;

/**
 * Deletes the rows of jobs that are done at their first attempt. Jobs that end while a statement is under way share the next one.
 * A message makes three jobs, and keeping each as completed wrote another version of its row, for a later statement to delete.
 */
export function forgetJobs({ pool }: Pick<Db, 'pool'>): (job: DoneJob) => Promise<void> {
  return inBatches<DoneJob, void>(
    async (jobs) => {
      const { text, values } = deletionOf(jobs);
      const name = nameOf(text);
      await (name ? pool.query({ name, text, values }) : pool.query(text, values));
      return jobs.map(() => undefined);
    },
    { atOnce: 1, most: { items: 100, size: 100 }, sizeOf: () => 1, triesAlone: () => false },
  );
}

function deletionOf(jobs: readonly DoneJob[]): { text: string; values: unknown[] } {
  const [only, ...others] = jobs;
  if (only && others.length === 0) return { text: one, values: [only.name, only.id] };
  return { text: several, values: [jobs.map(({ name }) => name), jobs.map(({ id }) => id)] };
}

/** Deletes every job of the organization that is not running. */
export const forgetJobsOf = async (tx: Tx, organizationId: string): Promise<void> =>
  void (await sql`delete from pgboss.job where state <> 'active'
    and (group_id = ${organizationId} or data ->> 'organizationId' = ${organizationId})`.execute(tx));
