import type { Db } from '../database/database.ts';
import { nameOf } from '../database/named-statements.ts';

export interface FetchedJob {
  id: string;
  data: unknown;
  /** The organization whose share of the slots it takes; null for a job of no organization. */
  groupId: string | null;
  retryCount: number;
  retryLimit: number;
}

export interface Fetch {
  name: string;
  most: number;
  /** The most jobs of one organization that run at a time, in all processes together. */
  mostOfOne: number;
}

const text = `select id, data, group_id as "groupId", retry_count as "retryCount", retry_limit as "retryLimit"
  from fetch_jobs($1, $2, $3)`;

/**
 * Starts waiting jobs, as pg-boss's `fetch` does. pg-boss writes queue and number into its SQL, so that most looks for jobs were planned
 * anew, which takes longer than the look (server/bench/README.md).
 */
export const fetchJobs =
  ({ pool }: Pick<Db, 'pool'>) =>
  async ({ name, most, mostOfOne }: Fetch): Promise<FetchedJob[]> => {
    const [named, values] = [nameOf(text), [name, most, mostOfOne]];
    const { rows } = await (named
      ? pool.query<FetchedJob>({ name: named, text, values })
      : pool.query<FetchedJob>(text, values));
    return rows;
  };
