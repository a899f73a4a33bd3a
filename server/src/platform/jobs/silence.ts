import { atOnce } from '../process/fair-share.ts';

/**
 * A process without a heartbeat for this long counts as dead, and others take up its jobs, lanes and turns. Leases protect all of
 * them in case the process is only slow. With the time to detect it, the job's pause before its next try and the wait for a poll,
 * a customer waits at most ten seconds longer when a process is killed.
 */
export const silenceSeconds = 5;

/** How often a process sends a heartbeat for its work. Two in a row may be lost. */
const signOfLifeMilliseconds = (silenceSeconds * 1_000) / 4;

/**
 * Sends heartbeats, or renews a lease, until the returned function is called. If the database is briefly unavailable, the next
 * renewal is early enough. Whether a lease was lost is checked where the result is written.
 */
export function keepRenewing(renew: () => Promise<unknown>): () => void {
  const timer = setInterval(() => void atOnce(renew).catch(() => {}), signOfLifeMilliseconds).unref();
  return () => clearInterval(timer);
}

/** How often processes look for the jobs and lanes of silent processes. */
export const lookForJobsMilliseconds = 1_000;
export const lookForLanesMilliseconds = 2_000;

/** The pause before a job's second try, randomly up to twice as long to spread the load. Each further pause doubles. */
export const retryDelaySeconds = 1;

/** The poll interval of a worker that has been idle for a while. */
export const idlePollMilliseconds = 2_000;
