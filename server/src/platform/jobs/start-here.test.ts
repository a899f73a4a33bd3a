import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { cloneDatabase, type TestDatabase } from '../../../test/database.ts';
import { newId } from '../process/ids.ts';
import { createLog } from '../process/log.ts';
import { inScope, type OrganizationScope } from '../database/transaction.ts';
import { prepareJobs } from './prepare-jobs.ts';
import { defineJob, openJobs, type EnqueueOptions, type Job, type Jobs } from './jobs.ts';

type Errand = Job<OrganizationScope, string>;

let database: TestDatabase;
before(async () => {
  database = await cloneDatabase();
});
after(async () => {
  await database.db.close();
  await database.drop();
});

/** Works at a job that people wait for. `done` has the notes in the order of their ends; the subscriber waits for `mayEnd`. */
async function working(job: Errand) {
  await prepareJobs(database.db);
  const jobs = await openJobs(database.db, createLog('silent'), false);
  const done: (string | undefined)[] = [];
  const begun: (string | undefined)[] = [];
  const mayEnd = Promise.withResolvers<void>();
  jobs.subscribe(job, async (_, { note }) => {
    begun.push(note);
    await mayEnd.promise;
    done.push(note);
  });
  return { jobs, begun, done, mayEnd };
}

const scope = { organizationId: newId() };
const give = (jobs: Jobs, job: Errand, options: EnqueueOptions & { note: string }) =>
  inScope(database.db, scope, (tx) => jobs.enqueueWith(tx, job, scope, options));

const statesOf = async ({ name }: Errand): Promise<unknown[]> =>
  (await database.db.owner.query('select state from pgboss.job where name = $1 order by id', [name])).rows.map(
    ({ state }) => state,
  );

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 20_000;
  while (!(await holds())) {
    assert.ok(performance.now() < end, String(holds));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

test('a job that people wait for starts where it is enqueued; its row is that of a started job', async () => {
  const job: Errand = defineJob('test.at-once', { foreground: true });
  const { jobs, begun, done, mayEnd } = await working(job);
  await jobs.work();
  const started = await inScope(database.db, scope, async (tx) => {
    await sql`select pg_sleep(.02)`.execute(tx);
    const starts = await jobs.enqueueWith(tx, job, scope, { note: 'one' });
    assert.deepEqual(begun, [], 'not before the commit');
    return starts;
  });
  assert.equal(started, true);
  assert.deepEqual(begun, ['one']);
  const { rows } = await database.db.owner.query(
    `select state, retry_count, group_id, heartbeat_on - created_on >= interval '20 ms' as "isAlive",
       started_on - created_on >= interval '20 ms' as "hasJustStarted" from pgboss.job where name = $1`,
    [job.name],
  );
  const { organizationId: group_id } = scope;
  assert.deepEqual(rows, [{ state: 'active', retry_count: 0, group_id, isAlive: true, hasJustStarted: true }]);
  mayEnd.resolve();
  await jobs.drain();
  assert.deepEqual(done, ['one']);
  assert.deepEqual(await statesOf(job), [], 'nothing of it is kept');
});

test('a rollback leaves no job, and its slot is free again', async () => {
  const job: Errand = defineJob('test.taken-back', { foreground: true, concurrency: 2 });
  const { jobs, begun, mayEnd } = await working(job);
  await jobs.work();
  mayEnd.resolve();
  /** Whether the job started here. Not at once if the runner polled while the slot was taken: then it first looks for waiting jobs. */
  const starts = async (note: string, isKept: boolean) => {
    let started = false;
    await inScope(database.db, scope, async (tx) => {
      started = await jobs.enqueueWith(tx, job, scope, { note });
      assert.ok(started && isKept, 'taken back');
    }).catch((error: Error) => assert.equal(error.message, 'taken back'));
    return started;
  };
  for (const note of ['first', 'second']) await until(() => starts(note, false));
  assert.deepEqual(await statesOf(job), []);
  await until(() => starts('third', true));
  await jobs.drain();
  assert.deepEqual(begun, ['third']);
});

test('with the organization’s slots taken, a job waits in its queue until one is free', async () => {
  const job: Errand = defineJob('test.full', { foreground: true, concurrency: 2 });
  const { jobs, begun, done, mayEnd } = await working(job);
  await jobs.work();
  assert.equal(await give(jobs, job, { note: 'one' }), true);
  assert.equal(await give(jobs, job, { note: 'other' }), false);
  assert.deepEqual(await statesOf(job), ['active', 'created']);
  assert.deepEqual(begun, ['one']);
  mayEnd.resolve();
  await until(() => done.length === 2);
  await jobs.drain();
  assert.deepEqual(done, ['one', undefined]);
});

test('an organization’s jobs in another process count as well', async () => {
  const job: Errand = defineJob('test.elsewhere', { foreground: true, concurrency: 2 });
  const { jobs, begun, mayEnd } = await working(job);
  await jobs.work();
  await give(jobs, job, { note: 'one' });
  const other = await openJobs(database.db, createLog('silent'), false);
  other.subscribe(job, async (_, { note }) => void begun.push(`elsewhere ${note}`));
  await other.work();
  assert.equal(await give(other, job, { note: 'two' }), false);
  assert.deepEqual(begun, ['one']);
  mayEnd.resolve();
  await until(() => begun.length === 2);
  await other.drain();
  await jobs.drain();
});

test('a waiting job with the same key stands for the new one', async () => {
  const job: Errand = defineJob('test.stands-for', { foreground: true });
  const { jobs, done, mayEnd } = await working(job);
  await jobs.work();
  mayEnd.resolve();
  const inAnHour = new Date(Date.now() + 3_600_000);
  assert.equal(await give(jobs, job, { note: 'later', key: 'same', startAfter: inAnHour }), false);
  assert.equal(await give(jobs, job, { note: 'now', key: 'same' }), false);
  await until(() => done.length === 1);
  await jobs.drain();
  assert.deepEqual([done, await statesOf(job)], [[undefined], []]);
});

test('a process that stops starts no further job, and the next one does', async () => {
  const job: Errand = defineJob('test.handed-on', { foreground: true });
  const { jobs, begun, mayEnd } = await working(job);
  mayEnd.resolve();
  await jobs.work();
  await jobs.drain();
  assert.equal(await give(jobs, job, { note: 'after' }), false);
  assert.deepEqual([begun, await statesOf(job)], [[], ['created']]);
});

test('a job that another process has taken over keeps its row when the first one is done', async () => {
  const job: Errand = defineJob('test.taken-over', { foreground: true });
  const { jobs, mayEnd } = await working(job);
  await jobs.work();
  await give(jobs, job, { note: 'one' });
  // As another process fetches the job of one that was silent.
  await database.db.owner.query('update pgboss.job set retry_count = 1 where name = $1', [job.name]);
  mayEnd.resolve();
  await jobs.drain();
  assert.deepEqual(await statesOf(job), ['active']);
});

test('a job that needed a second attempt is kept as completed', async () => {
  const job: Errand = defineJob('test.at-second', { foreground: true });
  await prepareJobs(database.db);
  const jobs = await openJobs(database.db, createLog('silent'), false);
  let attempts = 0;
  jobs.subscribe(job, async () => {
    attempts += 1;
    if (attempts === 1) throw new Error('not yet');
  });
  await jobs.work();
  await give(jobs, job, { note: 'one' });
  await until(async () => (await statesOf(job))[0] === 'completed');
  await jobs.drain();
  assert.equal(attempts, 2);
});
