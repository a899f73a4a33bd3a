import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
import { errorCode, isDatabaseUnavailable } from '../database/database.ts';
import { repeatedly } from '../database/named-statements.ts';
import type { Fetch, FetchedJob } from './fetch-jobs.ts';
import type { Foreground } from './foreground.ts';
import type { Job, JobHandler, JobPayload } from './job.ts';
import { idlePollMilliseconds, keepRenewing } from './silence.ts';
import { createSlots } from './slots.ts';
import { sharing } from '../process/fair-share.ts';
import type { Log } from '../process/log.ts';

export interface Runner {
  /**
   * Fetches jobs after this time, instead of at the next poll. Does nothing for an organization that occupies all of its slots
   * here: the runner fetches again when one of its jobs ends.
   */
  wakeAfter(milliseconds: number, organizationId?: string): void;
  /**
   * Keeps a slot for a job that the caller is about to write as started, so that nobody has to fetch it. Returns null if no slot is
   * free for the organization, or if jobs may be waiting, which come first.
   */
  reserve(organizationId: string): Seat | null;
  /** Stops fetching and waits for the running jobs. */
  stop(): Promise<void>;
}

/** A slot that is kept for one job. Either the job starts in it, or it is given back. */
export interface Seat {
  /** The most jobs of one organization that run at a time, in all processes together. */
  readonly mostOfOne: number;
  start(job: StartedJob): void;
  release(): void;
}

/** A job whose row says that it has started here. */
export type StartedJob = Omit<FetchedJob, 'groupId'> & {
  note?: unknown;
};

export interface RunnerOptions {
  boss: PgBoss;
  job: Job<JobPayload, unknown>;
  handler: JobHandler<unknown, unknown>;
  log: Log;
  foreground: Foreground;
  fetch(of: Fetch): Promise<FetchedJob[]>;
  /** Deletes the row of a job that is done. */
  forget(job: { name: string; id: string }): Promise<void>;
}

const pollMilliseconds = 500;
// After this many empty polls, poll more slowly: polling is most of what an idle desk costs.
const emptyPollsUntilIdle = 20;

/**
 * Runs a job's slots with `fetchJobs` and pg-boss's public complete/fail. `boss.work()` sleeps its whole poll interval after every job
 * (a backlog drained at one job a second); this loop fetches again at once while there is work.
 */
export function startRunner(options: RunnerOptions): Runner {
  const stopping = new AbortController();
  /** More jobs may be waiting for a free slot, or for one of their organization. If so, the loop fetches when a job ends. */
  let mayHaveMore = false;
  const wakeSignal = createSignal();
  const pause = createPause(wakeSignal);
  const slots = createSlots(options.job.concurrency, () => mayHaveMore && wakeSignal.raise());
  const fetchJobs = createFetch(options, slots.mostOfOne, wakeSignal.announced);
  // A job that starts at the end of another's transaction does not belong to it: nor do its statements.
  const apart = AsyncLocalStorage.snapshot();
  const start = (item: StartedJob, giveBack: () => void) =>
    void apart(() => attend(options, item, stopping.signal).finally(giveBack));

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      const requested = slots.free;
      const items = requested > 0 ? await fetchJobs(requested) : [];
      for (const item of items) start(item, slots.take(item.groupId ?? undefined));
      mayHaveMore = items.length === requested || slots.taken >= slots.mostOfOne;
      // A fetch looks at the oldest jobs only, which may all be of one organization; it has its share now.
      if (items.length > 0 && (items.length === requested || wakeSignal.announced.size > 0)) continue;
      await pause(items.length > 0);
    }
  }

  const looping = loop();
  return {
    wakeAfter: (milliseconds, organizationId) =>
      after(milliseconds, () => {
        if (slots.hasAll(organizationId)) mayHaveMore = true;
        else wakeSignal.raise(organizationId);
      }),
    reserve(organizationId) {
      if (stopping.signal.aborted || mayHaveMore || slots.free === 0 || slots.hasAll(organizationId)) return null;
      const giveBack = slots.take(organizationId);
      return { start: (job) => start(job, giveBack), release: giveBack, mostOfOne: slots.mostOfOne };
    },
    async stop() {
      stopping.abort();
      wakeSignal.raise();
      await looping;
      await slots.allFree();
    },
  };
}

function after(milliseconds: number, effect: () => void): void {
  if (milliseconds <= 0) effect();
  else setTimeout(effect, milliseconds + 5).unref();
}

function createFetch({ fetch, job, log }: RunnerOptions, mostOfOne: number, announced: Set<string>) {
  let loggedCode = '';
  return async (most: number) => {
    const before = [...announced];
    try {
      const items = await fetch({ name: job.name, most, mostOfOne });
      const found = items.map(({ groupId }) => groupId ?? '');
      for (const organizationId of found.length > 0 ? found : before) announced.delete(organizationId);
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

function attend(options: RunnerOptions, item: StartedJob, stopped: AbortSignal): Promise<void> {
  const work = () => perform(options, item, stopped);
  return options.job.foreground ? repeatedly(() => sharing(() => options.foreground.during(work))) : work();
}

async function perform(options: RunnerOptions, item: StartedJob, stopped: AbortSignal): Promise<void> {
  const { boss, job, handler, log } = options;
  const stopHeartbeat = keepRenewing(() => boss.touch(job.name, item.id));
  try {
    await handler(item.data, { last: item.retryCount >= item.retryLimit, note: item.note, stopped });
  } catch (error) {
    const name = error instanceof Error ? error.name : 'unknown';
    log.warn({ job: job.name, id: item.id, code: errorCode(error), err: name }, 'job failed');
    return persist(() => boss.fail(job.name, item.id, { code: errorCode(error) }));
  } finally {
    stopHeartbeat();
  }
  // The rows of other jobs, and of those that needed several attempts, are kept for an hour.
  const forgets = job.foreground && item.retryCount === 0;
  return persist(() => (forgets ? options.forget({ name: job.name, id: item.id }) : boss.complete(job.name, item.id)));
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

/** Waits for the signal or until the next poll, which comes later when there has been no work for a while. */
function createPause(signal: ReturnType<typeof createSignal>) {
  let emptyPolls = 0;
  return async (hadWork: boolean): Promise<void> => {
    const woken = await signal.wait(emptyPolls < emptyPollsUntilIdle ? pollMilliseconds : idlePollMilliseconds);
    emptyPolls = woken || hadWork ? 0 : emptyPolls + 1;
  };
}

/** A wake-up signal. One raised before the wait counts, so that none is lost between fetching and sleeping. */
function createSignal() {
  let raised = false;
  let wake: () => void = () => {};
  /** Organizations that had room here when jobs of theirs were announced, none of which was fetched since. */
  const announced = new Set<string>();
  return {
    announced,
    raise(organizationId?: string) {
      if (organizationId !== undefined) announced.add(organizationId);
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
