import { CompiledQuery, sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import { errorCode, type Db, type Tx } from '../database/database.ts';
import { nameOf } from '../database/named-statements.ts';
import { fetchJobs } from './fetch-jobs.ts';
import { createForeground } from './foreground.ts';
import { forgetJobs } from './forget-jobs.ts';
import type { Job, JobHandler, JobPayload } from './job.ts';
import { startRunner, type Runner, type RunnerOptions, type StartedJob } from './job-runner.ts';
import { watchSilentJobs } from './silent-jobs.ts';
import { wakeElsewhere, type Wakeup } from './wakeup.ts';
import type { Log } from '../process/log.ts';
import { newId } from '../process/ids.ts';
import { afterCommit, afterRollback } from '../database/transaction.ts';

export type { Job, JobHandler, JobPayload } from './job.ts';

export interface EnqueueOptions {
  /**
   * At most one job with this key waits at a time (pg-boss policy `short`). It starts at the earliest requested time. Jobs
   * without a key never replace each other.
   */
  key?: string;
  /** A time of the database's clock, or a delay by it: a job does not start earlier because a test has moved `desk.clock`. */
  startAfter?: Start;
  /** The highest starts first; the default is 0. Within a priority, the oldest starts first. */
  priority?: number;
}

type Start = Date | { milliseconds: number };

export interface Jobs {
  /** Enqueues in the caller's transaction: the job exists if and only if the data does. */
  enqueue<P extends JobPayload>(tx: Tx, job: Job<P, unknown>, payload: P, options?: EnqueueOptions): Promise<void>;
  /**
   * As `enqueue`. Returns whether the job will start in this process at the commit; the subscriber then gets the note, to which the
   * caller may add until the commit. Any later attempt gets none.
   */
  enqueueWith<P extends JobPayload, N>(
    tx: Tx,
    job: Job<P, N>,
    payload: P,
    options: EnqueueOptions & { note: N },
  ): Promise<boolean>;
  /** Wakes the workers of a job that a database function has enqueued. Call it after the commit. */
  wake<P extends JobPayload>(job: Job<P>, of: { organizationId: string }): void;
  subscribe<P extends JobPayload, N>(job: Job<P, N>, handler: JobHandler<P, N>): void;
  /** Starts the subscribed handlers; an API-only process never calls it. */
  work(): Promise<void>;
  /** Background work awaits this between two of its parts: see `Foreground.idle`. */
  foregroundIdle(mostMilliseconds: number): Promise<void>;
  /** Stops fetching and waits for the running handlers. */
  drain(): Promise<void>;
}

/** Filled by `defineJob` as the domains are loaded; `prepareJobs` creates their queues. */
export const declared = new Map<string, Job<JobPayload, unknown>>();

/** Declares a job and a queue of the same name. Defaults: four at a time, five retries and a time-out of a minute. */
export function defineJob<P extends JobPayload, N = never>(
  name: string,
  options: { concurrency?: number; retries?: number; timeoutSeconds?: number; foreground?: boolean } = {},
): Job<P, N> {
  const job = {
    name,
    concurrency: options.concurrency ?? 4,
    retries: options.retries ?? 5,
    timeoutSeconds: options.timeoutSeconds ?? 60,
    foreground: options.foreground ?? false,
  };
  declared.set(name, job);
  return job;
}

/** Opens the queues of all jobs that are declared so far. With `supervise` this process also cleans and repairs them. */
export async function openJobs(db: Db, log: Log, supervise: boolean): Promise<Jobs> {
  const boss = await openBoss(db, log, supervise);
  const handlers = new Map<string, Pick<RunnerOptions, 'job' | 'handler'>>();
  const runners = new Map<string, Runner>();
  const wakeup = wakeElsewhere(db);
  const tools = { boss, log, foreground: createForeground(), fetch: fetchJobs(db), forget: forgetJobs(db) };
  let listeners: (Wakeup | null)[] = [];
  const wake = (name: string, { organizationId }: JobPayload, startAfter?: Start): void => {
    const runner = runners.get(name);
    if (runner) runner.wakeAfter(millisecondsUntil(startAfter), organizationId);
    else if (!startAfter) wakeup.announce(name, organizationId);
  };
  const add = async (tx: Tx, { job, payload, options, note }: Enqueued): Promise<boolean> => {
    if (await startHere(runners.get(job.name), tx, { job, payload, options, note })) return true;
    const { key, startAfter } = options;
    const isNew = async () => (await boss.send(job.name, payload, sending(tx, payload, options))) !== null;
    // Again if the waiting job starts in between.
    while (!(await isNew())) if (await joinWaiting(tx, { name: job.name, key, startAfter })) break;
    afterCommit(tx, () => wake(job.name, payload, startAfter));
    return false;
  };
  return {
    enqueue: async (tx, job, payload, options = {}) => void (await add(tx, { job, payload, options })),
    enqueueWith: (tx, job, payload, { note, ...options }) => add(tx, { job, payload, options, note }),
    wake: (job, of) => wake(job.name, of),
    // The cast is safe: `enqueue` and `subscribe` use the same declaration, so a handler only gets payloads of its own job.
    subscribe: (job, handler) => void handlers.set(job.name, { job, handler: handler as JobHandler<unknown, unknown> }),
    async work() {
      for (const [name, each] of handlers) runners.set(name, startRunner({ ...each, ...tools }));
      listeners = [
        watchSilentJobs(db, boss, log),
        await wakeup.listen((name, organizationId) => runners.get(name)?.wakeAfter(0, organizationId)),
      ];
    },
    foregroundIdle: (most) => tools.foreground.idle(most),
    async drain() {
      await Promise.all(listeners.map(async (listener) => listener?.stop()));
      await Promise.all([...runners.values()].map((runner) => runner.stop()));
      await boss.stop({ graceful: false });
    },
  };
}

interface Enqueued {
  job: Job<JobPayload, unknown>;
  payload: JobPayload;
  options: EnqueueOptions;
  note?: unknown;
}

/**
 * Writes a job that people wait for as started, and starts it after the commit, if a slot is free here: nobody has to fetch it. If
 * this process dies, its row is that of any other job of a dead process. Returns false if the job has to wait in its queue.
 */
async function startHere(
  runner: Runner | undefined,
  tx: Tx,
  { job, payload, options, note }: Enqueued,
): Promise<boolean> {
  const { organizationId } = payload;
  const { startAfter, priority } = options;
  if (!job.foreground || organizationId === undefined || startAfter !== undefined || priority !== undefined)
    return false;
  const seat = runner?.reserve(organizationId);
  if (!seat) return false;
  afterRollback(tx, seat.release);
  const { mostOfOne } = seat;
  const started = await insertStarted(tx, { name: job.name, payload, key: options.key, organizationId, mostOfOne });
  if (started) afterCommit(tx, () => seat.start({ ...started, note }));
  else seat.release();
  return started !== undefined;
}

/**
 * As pg-boss writes a job that it has just fetched, but with the present time: a transaction that has waited long for a lock began
 * before, and its job would count as silent. Returns undefined if a waiting job with this key stands for it, or if the organization's
 * jobs take their share of the slots already, here or in other processes.
 */
async function insertStarted(
  tx: Tx,
  of: { name: string; payload: JobPayload; key: string | undefined; organizationId: string; mostOfOne: number },
): Promise<StartedJob | undefined> {
  const { name, payload, key, organizationId, mostOfOne } = of;
  const id = newId();
  const { rows } = await sql<{
    retryLimit: number;
  }>`insert into pgboss.job_common (id, name, data, state, start_after, created_on,
      started_on, heartbeat_on, singleton_key, group_id, expire_seconds, deletion_seconds, keep_until, retry_limit, retry_delay,
      retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds)
    select ${id}, name, ${JSON.stringify(payload)}::jsonb, 'active', pgboss.job_now(), pgboss.job_now(), clock_timestamp(),
      clock_timestamp(), ${key ?? id}, ${organizationId}, expire_seconds, deletion_seconds,
      pgboss.job_now() + retention_seconds * interval '1s', retry_limit, retry_delay, coalesce(retry_backoff, false),
      retry_delay_max, policy, dead_letter, heartbeat_seconds
    from pgboss.queue where name = ${name} and not exists (select from pgboss.job_common waiting where waiting.name = ${name}
      and coalesce(waiting.singleton_key, '') = ${key ?? id} and waiting.state = 'created' and waiting.policy = 'short')
      and (select count(*) from pgboss.job_common running where running.name = ${name} and running.state = 'active'
        and running.group_id = ${organizationId}) < ${mostOfOne}
    returning retry_limit as "retryLimit"`.execute(tx);
  return rows[0] && { id, data: payload, retryCount: 0, retryLimit: rows[0].retryLimit };
}

function sending(tx: Tx, { organizationId }: JobPayload, { key, startAfter, priority }: EnqueueOptions) {
  // Use time-ordered ids: an organization's jobs start in the order of their ids, and pg-boss's own ids are random.
  const id = newId();
  return {
    db: within(tx),
    id,
    ...(organizationId === undefined ? {} : { group: { id: organizationId } }),
    // The policy `short` takes all jobs without a key for the same one, and drops those that come while one waits.
    singletonKey: key ?? id,
    // pg-boss takes a number as a delay in seconds by the database's clock.
    ...(startAfter && { startAfter: startAfter instanceof Date ? startAfter : startAfter.milliseconds / 1_000 }),
    ...(priority === undefined ? {} : { priority }),
  };
}

/**
 * Makes the waiting job stand for this one too; false if it does not wait any more. Until the commit nobody can start it: it would
 * not see what this transaction has written, and no other job would come. pg-boss never changes the start of a waiting job, so move
 * it forward. Of several transactions that join the same job, only those that move it wait for each other.
 */
async function joinWaiting(
  tx: Tx,
  { name, key = '', startAfter }: { name: string; key: string | undefined; startAfter: Start | undefined },
): Promise<boolean> {
  const start =
    startAfter instanceof Date
      ? sql`${startAfter}::timestamptz`
      : sql`clock_timestamp() + make_interval(secs => ${(startAfter?.milliseconds ?? 0) / 1_000})`;
  const { rows } = await sql`with waiting as (select id from pgboss.job
      where name = ${name} and coalesce(singleton_key, '') = ${key} and state = 'created' and policy = 'short' for key share),
    moved as (update pgboss.job set start_after = ${start} from waiting
      where job.name = ${name} and job.id = waiting.id and job.start_after > ${start})
    select id from waiting`.execute(tx);
  return rows.length > 0;
}

// A time of the database's clock is compared with ours here: the job is fetched late by as much as they differ, at the most.
function millisecondsUntil(startAfter: Start | undefined): number {
  if (startAfter instanceof Date) return startAfter.getTime() - Date.now();
  return startAfter?.milliseconds ?? 0;
}

const within = (tx: Tx) => ({
  executeSql: async (text: string, values?: unknown[]) => ({
    rows: (await tx.executeQuery(CompiledQuery.raw(text, values ?? []))).rows,
  }),
});

async function openBoss(db: Db, log: Log, supervise: boolean): Promise<PgBoss> {
  const executeSql = async (text: string, values?: unknown[]) => {
    // A text of several statements has no values, and PostgreSQL keeps no plan for it.
    const name = values?.length ? nameOf(text) : null;
    if (name && values) return db.pool.query({ name, text, values });
    const results = [await db.pool.query(text, values)].flat();
    return { rows: results.flatMap((result) => result.rows) };
  };
  const boss = new PgBoss({
    db: { executeSql },
    backend: db.engine,
    migrate: false,
    createSchema: false,
    supervise,
    schedule: false,
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
  });
  boss.on('error', (error) => log.warn({ code: errorCode(error) }, 'job queue error'));
  await boss.start();
  return boss;
}
