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
   * Looks for work now, or when `at` has come: pg-boss itself would only notice at its next poll. Work for an organization
   * that has all of its slots here waits for one of them, and is not looked for until then.
   */
  wakeAt(at?: Date, organizationId?: string): void;
  /** Fetches no more and waits for what runs. */
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
// Nobody has rung and nothing was found for a while: most of what idles costs is asking.
const patience = 20;

/**
 * Slots over pg-boss's public fetch/complete/fail. `boss.work()` sleeps its whole poll interval after every job
 * (a backlog drained at one job a second); this loop fetches again at once while there is work.
 */
export function startRunner(options: RunnerOptions): Runner {
  const { concurrency } = options.job;
  const active = new Map<Promise<void>, string | undefined>();
  const bell = createBell();
  const fetchJobs = createFetch(options);
  let stopped = false;
  let foundNothing = 0;
  /** There may be no slot for others, or none for their organization: the end of a job then makes room. */
  let leftSome = false;

  async function loop(): Promise<void> {
    while (!stopped) {
      const taken = active.size;
      const asked = batchOf(concurrency - taken);
      const items = asked > 0 ? await fetchJobs(asked) : [];
      leftSome = items.length === asked || taken + items.length >= slotsOfOne(concurrency);
      for (const item of items) {
        const running = attend(options, item).finally(() => {
          active.delete(running);
          if (leftSome) bell.ring();
        });
        active.set(running, item.groupId ?? undefined);
      }
      if (items.length > 0 && items.length === asked) continue;
      const rung = await bell.wait(foundNothing < patience ? pollMilliseconds : idlePollMilliseconds);
      foundNothing = rung || items.length > 0 ? 0 : foundNothing + 1;
    }
  }

  const looping = loop();
  return {
    wakeAt(at, organizationId) {
      notBefore(at, () => hasAllSlots(active, concurrency, organizationId) || bell.ring());
    },
    async stop() {
      stopped = true;
      bell.ring();
      await looping;
      await Promise.all(active.keys());
    },
  };
}

function notBefore(at: Date | undefined, ring: () => void): void {
  if (!at || at.getTime() <= Date.now()) ring();
  else setTimeout(ring, at.getTime() - Date.now() + 5).unref();
}

/** A power of two: pg-boss writes the number into its statement, and each statement has plans of its own in each connection. */
const batchOf = (free: number) => (free > 0 ? 2 ** Math.floor(Math.log2(free)) : 0);

/** One noisy organization may not take every slot while others wait. */
const slotsOfOne = (concurrency: number) => Math.max(1, Math.ceil(concurrency / 2));

// When it has all its slots, more of its jobs may be waiting (`leftSome`). The runner then looks again as soon as one of them ends.
const hasAllSlots = (active: ReadonlyMap<unknown, string | undefined>, concurrency: number, organizationId?: string) =>
  organizationId !== undefined &&
  [...active.values()].filter((each) => each === organizationId).length >= slotsOfOne(concurrency);

type Item = Awaited<ReturnType<ReturnType<typeof createFetch>>>[number];

function createFetch({ boss, job, log }: RunnerOptions) {
  const groupConcurrency = slotsOfOne(job.concurrency);
  let said = '';
  return async (free: number) => {
    try {
      const items = await boss.fetch<unknown>(job.name, { batchSize: free, includeMetadata: true, groupConcurrency });
      said = '';
      return items;
    } catch (error) {
      // The next poll tries again. A database that is away says so elsewhere; anything else, once and not at every poll.
      const code = errorCode(error);
      if (!isDatabaseUnavailable(error) && code !== said)
        log.error({ job: job.name, code: (said = code) }, 'jobs not fetched');
      return [];
    }
  };
}

/** Says that the job is worked on. Returns the end of it. */
function keepAlive({ boss, job }: RunnerOptions, { id }: Item): () => void {
  // When the database is away for a moment, the next beat is early enough.
  const timer = setInterval(() => void boss.touch(job.name, id).catch(() => {}), signOfLifeMilliseconds);
  return () => clearInterval(timer);
}

function attend(options: RunnerOptions, item: Item): Promise<void> {
  const work = () => perform(options, item);
  return options.job.foreground ? repeatedly(() => options.foreground.during(work)) : work();
}

async function perform(options: RunnerOptions, item: Item): Promise<void> {
  const { boss, job, handler, log } = options;
  const fallSilent = keepAlive(options, item);
  try {
    await handler(item.data, { last: item.retryCount >= item.retryLimit });
  } catch (error) {
    const name = error instanceof Error ? error.name : 'unknown';
    log.warn({ job: job.name, id: item.id, code: errorCode(error), err: name }, 'job failed');
    return persist(() => boss.fail(job.name, item.id, { code: errorCode(error) }));
  } finally {
    fallSilent();
  }
  return persist(() => boss.complete(job.name, item.id));
}

const attemptsToRecord = 10;

// What became of a job must outlast a short absence of the database. After a long one the job expires in the queue and
// is tried again, a minute later.
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

/** Waits for a ring or a time; a ring before the wait counts, so that none is lost between fetching and sleeping. */
function createBell() {
  let rung = false;
  let wake: () => void = () => {};
  return {
    ring() {
      rung = true;
      wake();
    },
    /** Whether somebody rang. */
    async wait(milliseconds: number): Promise<boolean> {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      const wasRung = rung;
      rung = false;
      return wasRung;
    },
  };
}
