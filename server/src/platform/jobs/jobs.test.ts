import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { pino } from 'pino';
import { cloneDatabase, type TestDatabase } from '../../../test/database.ts';
import { wakeElsewhere } from './wakeup.ts';
import { defineJob, openJobs, prepareJobs } from './jobs.ts';
import { createLog } from '../process/log.ts';
import { newId } from '../process/ids.ts';
import { inScope } from '../database/transaction.ts';

let database: TestDatabase;
before(async () => {
  database = await cloneDatabase();
});
after(async () => {
  await database.db.close();
  await database.drop();
});

async function prepare(): Promise<number> {
  const { engine, owner } = database.db;
  let statements = 0;
  const query: typeof owner.query = (text, values) => {
    statements += 1;
    return owner.query(text, values);
  };
  await prepareJobs({ engine, owner: { query } });
  return statements;
}

const retriesOf = async (name: string) =>
  (await database.db.owner.query('select retry_limit from pgboss.queue where name = $1', [name])).rows;

test('a start that finds its queues asks once; one that declares a queue anew makes it', async () => {
  await prepare();
  assert.equal(await prepare(), 1);
  defineJob('test.errand', { retries: 2 });
  assert.ok((await prepare()) > 1);
  assert.deepEqual(await retriesOf('test.errand'), [{ retry_limit: 2 }]);
  assert.equal(await prepare(), 1);
  defineJob('test.errand', { retries: 7 });
  await prepare();
  assert.deepEqual(await retriesOf('test.errand'), [{ retry_limit: 7 }]);
});

test('what a process held that died is worked on by the next one long before it expires', async () => {
  const job = defineJob<{ organizationId: string }>('test.orphan', { timeoutSeconds: 3_600 });
  await prepare();
  const scope = { organizationId: newId() };
  const jobs = await openJobs(database.db, createLog('silent'), true);
  await inScope(database.db, scope, (tx) => jobs.enqueue(tx, job, scope));
  // As if another process had taken it and said nothing since.
  await database.db.owner.query(
    `update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() - interval '20 seconds' where name = $1`,
    [job.name],
  );
  const done = Promise.withResolvers<unknown>();
  jobs.subscribe(job, async (payload) => done.resolve(payload));
  await jobs.work();
  assert.deepEqual(await done.promise, scope);
  await jobs.drain();
});

test('of one organization the oldest job starts first, whatever its id', async () => {
  const job = defineJob<{ organizationId: string; number: number }>('test.queue');
  await prepare();
  const scope = { organizationId: newId() };
  const jobs = await openJobs(database.db, createLog('silent'), false);
  const numbers = Array.from({ length: 20 }, (_, number) => number);
  for (const number of numbers)
    await inScope(database.db, scope, (tx) => jobs.enqueue(tx, job, { ...scope, number }, { key: String(number) }));
  const done = Promise.withResolvers<void>();
  const worked: number[] = [];
  jobs.subscribe(job, async ({ number }) => {
    worked.push(number);
    if (worked.length === numbers.length) done.resolve();
  });
  await jobs.work();
  await done.promise;
  assert.deepEqual(worked, numbers);
  await jobs.drain();
});

test('of two starts that are asked for under one key the earlier one counts', async () => {
  const job = defineJob<{ organizationId: string }>('test.earlier');
  await prepare();
  const jobs = await openJobs(database.db, pino({ level: 'silent' }), false);
  const done = Promise.withResolvers<unknown>();
  jobs.subscribe(job, async (payload) => done.resolve(payload));
  await jobs.work();
  const scope = { organizationId: newId() };
  const inAnHour = new Date(Date.now() + 3_600_000);
  const soon = new Date(Date.now() + 200);
  for (const startAfter of [inAnHour, soon, inAnHour])
    await inScope(database.db, scope, (tx) => jobs.enqueue(tx, job, scope, { key: 'same', startAfter }));
  assert.deepEqual(await done.promise, scope);
  await jobs.drain();
});

test('a worker hears of the jobs that another process enqueues, and whose they are', async (t) => {
  if (database.db.engine === 'pglite') return t.skip('the embedded engine has one process');
  const heard: string[] = [];
  let wanted = 3;
  let all = Promise.withResolvers<void>();
  const wakeup = wakeElsewhere(database.db);
  const listening = await wakeup.listen((name, organizationId) => {
    heard.push(`${name} of ${organizationId ?? 'anybody'}`);
    if (heard.length === wanted) all.resolve();
  });
  const [one, other] = [newId(), newId()];
  wakeup.announce('test.one', one);
  wakeup.announce('test.one', other);
  wakeup.announce('test.two');
  wakeup.announce('test.one', one);
  await all.promise;
  assert.deepEqual(heard.splice(0), [`test.one of ${one}`, `test.one of ${other}`, 'test.two of anybody']);

  // A burst of very many organizations is more than one message holds.
  [wanted, all] = [2, Promise.withResolvers<void>()];
  for (let count = 0; count < 300; count++) wakeup.announce(count % 2 ? 'test.two' : 'test.one', newId());
  await all.promise;
  assert.deepEqual(heard, ['test.one of anybody', 'test.two of anybody']);
  await listening?.stop();
});

test('jobs that cannot be fetched are a line in the log, one however often it is tried', async () => {
  const job = defineJob<{ organizationId: string }>('test.forbidden', {});
  await prepare();
  const lines: { job: string; code: string; msg: string }[] = [];
  const said = Promise.withResolvers<void>();
  const log = pino(
    {},
    {
      write(line) {
        lines.push(JSON.parse(line));
        said.resolve();
      },
    },
  );
  const { owner } = database.db;
  await owner.query('revoke update on all tables in schema pgboss from desk_app');
  const jobs = await openJobs(database.db, log, false);
  const done = Promise.withResolvers<unknown>();
  jobs.subscribe(job, async (payload) => done.resolve(payload));
  await jobs.work();
  await said.promise;
  const scope = { organizationId: newId() };
  // Wakes the runner: it tries a second time.
  await inScope(database.db, scope, (tx) => jobs.enqueue(tx, job, scope));
  await owner.query('grant update on all tables in schema pgboss to desk_app');
  assert.deepEqual(await done.promise, scope);
  await jobs.drain();
  assert.deepEqual(
    lines.map(({ job: name, code, msg }) => [name, code, msg]),
    [[job.name, '42501', 'jobs not fetched']],
  );
});

test('a preparation that was cut off is done again', async () => {
  defineJob('test.message', {});
  const { engine, owner } = database.db;
  const cut: typeof owner.query = (text, values) => {
    if (text.includes('comment on schema')) throw new Error('cut off');
    return owner.query(text, values);
  };
  await assert.rejects(prepareJobs({ engine, owner: { query: cut } }), /cut off/);
  assert.ok((await prepare()) > 1);
  assert.equal(await prepare(), 1);
});

test('a job that a function of the database enqueues is the one that we would have sent', async () => {
  const job = defineJob<{ organizationId: string; lane: string }>('test.twin', { retries: 3, timeoutSeconds: 77 });
  await prepare();
  const payload = { organizationId: newId(), lane: 'a' };
  const jobs = await openJobs(database.db, createLog('silent'), false);
  await inScope(database.db, payload, (tx) => jobs.enqueue(tx, job, payload, { key: 'sent' }));
  await database.db.pool.query('select enqueue_job($1, $2, $3, $4, $5)', [
    newId(),
    job.name,
    JSON.stringify(payload),
    payload.organizationId,
    'enqueued',
  ]);
  const { rows } = await database.db.owner.query('select * from pgboss.job_common where name = $1 order by id', [
    job.name,
  ]);
  const [sent, enqueued] = rows.map(({ created_on, start_after, keep_until, ...row }) => ({
    ...row,
    id: null,
    singleton_key: null,
    kept: Math.round((Number(keep_until) - Number(created_on)) / 60_000),
    delayed: Math.round((Number(start_after) - Number(created_on)) / 1_000),
  }));
  assert.deepEqual(enqueued, sent);
  await jobs.drain();
});
