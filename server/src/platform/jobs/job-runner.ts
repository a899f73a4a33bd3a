import { setTimeout as sleep } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
import { errorCode, isDatabaseUnavailable } from '../database/database.ts';
import { repeatedly } from '../database/named-statements.ts';
import type { Foreground } from './foreground.ts';
import type { Job, JobHandler, JobPayload } from './job.ts';
import { idlePollMilliseconds, signOfLifeMilliseconds } from './silence.ts';
import type { Log } from '../process/log.ts';

export interface Runner {
  /**
   * Fetches jobs now, or at `at`, instead of at the next poll. Does nothing for an organization that occupies all of its slots
   * here: the runner fetches again when one of its jobs ends.
   */
  wakeAt(at?: Date, organizationId?: string): void;
  /** Stops fetching and waits for the running jobs. */
  stop(): Promise<void>;
}

export interface RunnerOptions {
  boss: PgBoss;
  job: Job<JobPayload>;
  handler: JobHandler<unknown>;
  log: Log;
  foreground: Foreground;
}

const pollMilliseconds = 500;
// After this many empty polls, poll more slowly: polling is most of what an idle desk costs.
const emptyPollsUntilIdle = 20;

/**
 * Runs a job's slots with pg-boss's public fetch/complete/fail. `boss.work()` sleeps its whole poll interval after every job
 * (a backlog drained at one job a second); this loop fetches again at once while there is work.
 */
export function startRunner(options: RunnerOptions): Runner {
  const { concurrency } = options.job;
  const active = new Map<Promise<void>, string | undefined>();
  const wakeSignal = createSignal();
  const fetchJobs = createFetch(options);
  let stopped = false;
  let emptyPolls = 0;
  /** More jobs may be waiting for a free slot, or for one of their organization. If so, the loop fetches when a job ends. */
  let mayHaveMore = false;

  async function loop(): Promise<void> {
    while (!stopped) {
      const taken = active.size;
      const requested = batchOf(concurrency - taken);
      const items = requested > 0 ? await fetchJobs(requested) : [];
      mayHaveMore = items.length === requested || taken + items.length >= slotsOfOne(concurrency);
      for (const item of items) {
        const running = attend(options, item).finally(() => {
          active.delete(running);
          if (mayHaveMore) wakeSignal.raise();
        });
        active.set(running, item.groupId ?? undefined);
      }
      if (items.length > 0 && items.length === requested) continue;
      const woken = await wakeSignal.wait(emptyPolls < emptyPollsUntilIdle ? pollMilliseconds : idlePollMilliseconds);
      emptyPolls = woken || items.length > 0 ? 0 : emptyPolls + 1;
    }
  }

  const looping = loop();
  return {
    wakeAt(at, organizationId) {
      notBefore(at, () => hasAllSlots(active, concurrency, organizationId) || wakeSignal.raise());
    },
    async stop() {
      stopped = true;
      wakeSignal.raise();
      await looping;
      await Promise.all(active.keys());
    },
  };
}

function notBefore(at: Date | undefined, effect: () => void): void {
  if (!at || at.getTime() <= Date.now()) effect();
  else setTimeout(effect, at.getTime() - Date.now() + 5).unref();
}

/** Rounds down to a power of two: pg-boss writes the number into its SQL, and every connection plans each SQL text anew. */
const batchOf = (free: number) => (free > 0 ? 2 ** Math.floor(Math.log2(free)) : 0);

/** One noisy organization may not take every slot while others wait. */
const slotsOfOne = (concurrency: number) => Math.max(1, Math.ceil(concurrency / 2));

// An organization that has all its slots may have more jobs waiting. `mayHaveMore` is then true, so the end of a job wakes the loop.
const hasAllSlots = (active: ReadonlyMap<unknown, string | undefined>, concurrency: number, organizationId?: string) =>
  organizationId !== undefined &&
  [...active.values()].filter((each) => each === organizationId).length >= slotsOfOne(concurrency);

type Item = Awaited<ReturnType<ReturnType<typeof createFetch>>>[number];

function createFetch({ boss, job, log }: RunnerOptions) {
  const groupConcurrency = slotsOfOne(job.concurrency);
  let loggedCode = '';
  return async (free: number) => {
    try {
      const items = await boss.fetch<unknown>(job.name, { batchSize: free, includeMetadata: true, groupConcurrency });
      loggedCode = '';
      return items;
    } catch (error) {
      // The next poll tries again. An unavailable database is logged elsewhere; log any other error once, not at every poll.
      const code = errorCode(error);
      if (!isDatabaseUnavailable(error) && code !== loggedCode)
        log.error({ job: job.name, code: (loggedCode = code) }, 'jobs not fetched');
      return [];
    }
  };
}

/** Sends heartbeats while the job runs. Returns the function that stops them. */
function keepAlive({ boss, job }: RunnerOptions, { id }: Item): () => void {
  // If the database is unavailable for a moment, the next heartbeat is early enough.
  const timer = setInterval(() => void boss.touch(job.name, id).catch(() => {}), signOfLifeMilliseconds);
  return () => clearInterval(timer);
}

function attend(options: RunnerOptions, item: Item): Promise<void> {
  const work = () => perform(options, item);
  return options.job.foreground ? repeatedly(() => options.foreground.during(work)) : work();
}

async function perform(options: RunnerOptions, item: Item): Promise<void> {
  const { boss, job, handler, log } = options;
  const stopHeartbeat = keepAlive(options, item);
  try {
    await handler(item.data, { last: item.retryCount >= item.retryLimit });
  } catch (error) {
    const name = error instanceof Error ? error.name : 'unknown';
    log.warn({ job: job.name, id: item.id, code: errorCode(error), err: name }, 'job failed');
    return persist(() => boss.fail(job.name, item.id, { code: errorCode(error) }));
  } finally {
    stopHeartbeat();
  }
  return persist(() => boss.complete(job.name, item.id));
}

const attemptsToRecord = 10;

// Retry through a short outage of the database, so that the job's result is recorded. After a long outage the job expires in the
// queue and is tried again, a minute later.
async function persist(record: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; attempt <= attemptsToRecord; attempt++) {
    try {
      await record();
      return;
    } catch {
      await sleep(pollMilliseconds);
    }
  }
}

/** A wake-up signal. One raised before the wait counts, so that none is lost between fetching and sleeping. */
function createSignal() {
  let raised = false;
  let wake: () => void = () => {};
  return {
    raise() {
      raised = true;
      wake();
    },
    /** Resolves to true if the signal was raised before the time was up. */
    async wait(milliseconds: number): Promise<boolean> {
      if (!raised) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      const wasRaised = raised;
      raised = false;
      return wasRaised;
    },
  };
}
