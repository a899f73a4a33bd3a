import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { pino } from 'pino';
import { cloneDatabase, type TestDatabase } from '../../../test/database.ts';
import { wakeElsewhere } from './wakeup.ts';
import { defineJob, openJobs } from './jobs.ts';
import { prepareJobs } from './prepare-jobs.ts';
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

test('a start with existing queues makes one query; a new or changed declaration updates its queue', async () => {
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

test('jobs of a dead process are taken over by the next one long before they expire', async () => {
  const job = defineJob<{ organizationId: string }>('test.orphan', { timeoutSeconds: 3_600 });
  await prepare();
  const scope = { organizationId: newId() };
  const jobs = await openJobs(database.db, createLog('silent'), true);
  await inScope(database.db, scope, (tx) => jobs.enqueue(tx, job, scope));
  // As if another process had taken it and sent no heartbeat since.
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

test('the jobs of an organization start in the order in which they were enqueued', async () => {
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

test('jobs without a key are all run, although they wait at the same time', async () => {
  const job = defineJob<{ organizationId: string; number: number }>('test.keyless');
  await prepare();
  const jobs = await openJobs(database.db, createLog('silent'), false);
  const [one, other] = [{ organizationId: newId() }, { organizationId: newId() }];
  for (const [number, scope] of [one, one, other].entries())
    await inScope(database.db, scope, (tx) => jobs.enqueue(tx, job, { ...scope, number }));
  // Without this check, a dropped job would leave the test waiting for ever.
  const { rows } = await database.db.owner.query('select id from pgboss.job where name = $1', [job.name]);
  assert.equal(rows.length, 3);
  const worked = new Set<number>();
  const done = Promise.withResolvers<void>();
  jobs.subscribe(job, async ({ number }) => {
    if (worked.add(number).size === 3) done.resolve();
  });
  await jobs.work();
  await done.promise;
  await jobs.drain();
});

test('if a key is enqueued with several starts, the earliest one counts', async () => {
  const job = defineJob<{ organizationId: string }>('test.earlier');
  await prepare();
  const jobs = await openJobs(database.db, pino({ level: 'silent' }), false);
  const done = Promise.withResolvers<unknown>();
  jobs.subscribe(job, async (payload) => done.resolve(payload));
  await jobs.work();
  const scope = { organizationId: newId() };
  const inAnHour = new Date(Date.now() + 3_600_000);
  const soon = { milliseconds: 200 };
  for (const startAfter of [inAnHour, soon, inAnHour])
    await inScope(database.db, scope, (tx) => jobs.enqueue(tx, job, scope, { key: 'same', startAfter }));
  assert.deepEqual(await done.promise, scope);
  await jobs.drain();
});

test('a job that stands for a change as well does not start before the change is committed', async (t) => {
  if (database.db.engine === 'pglite') return t.skip('the embedded engine runs one transaction at a time');
  const job = defineJob<{ organizationId: string; key: 'first' | 'other' }>('test.joined');
  await prepare();
  const jobs = await openJobs(database.db, createLog('silent'), false);
  const scope = { organizationId: newId() };
  const enqueue = (key: 'first' | 'other', then = async () => {}) =>
    inScope(database.db, scope, async (tx) => {
      await jobs.enqueue(tx, job, { ...scope, key }, { key });
      await then();
    });
  const events: string[] = [];
  const started = { first: Promise.withResolvers<void>(), other: Promise.withResolvers<void>() };
  jobs.subscribe(job, async ({ key }) => {
    events.push(key);
    started[key].resolve();
  });
  await enqueue('first');
  await enqueue('first', async () => {
    await enqueue('other');
    await jobs.work();
    await started.other.promise;
    events.push('changed');
  });
  await started.first.promise;
  assert.deepEqual(events, ['other', 'changed', 'first']);
  await jobs.drain();
});

test('a worker is notified of jobs that another process enqueues, with their organization', async (t) => {
  if (database.db.engine === 'pglite') return t.skip('the embedded engine has one process');
  const notified: string[] = [];
  let expected = 3;
  let all = Promise.withResolvers<void>();
  const wakeup = wakeElsewhere(database.db);
  const listening = await wakeup.listen((name, organizationId) => {
    notified.push(`${name} of ${organizationId ?? 'anybody'}`);
    if (notified.length === expected) all.resolve();
  });
  const [one, other] = [newId(), newId()];
  wakeup.announce('test.one', one);
  wakeup.announce('test.one', other);
  wakeup.announce('test.two');
  wakeup.announce('test.one', one);
  await all.promise;
  assert.deepEqual(notified.splice(0), [`test.one of ${one}`, `test.one of ${other}`, 'test.two of anybody']);

  // A burst with very many organizations does not fit into one message.
  [expected, all] = [2, Promise.withResolvers<void>()];
  for (let count = 0; count < 300; count++) wakeup.announce(count % 2 ? 'test.two' : 'test.one', newId());
  await all.promise;
  assert.deepEqual(notified, ['test.one of anybody', 'test.two of anybody']);
  await listening?.stop();
});

test('a repeated failure to fetch jobs is logged only once', async () => {
  const job = defineJob<{ organizationId: string }>('test.forbidden', {});
  await prepare();
  const lines: { job: string; code: string; msg: string }[] = [];
  const logged = Promise.withResolvers<void>();
  const log = pino(
    {},
    {
      write(line) {
        lines.push(JSON.parse(line));
        logged.resolve();
      },
    },
  );
  const { owner } = database.db;
  await owner.query('revoke update on all tables in schema pgboss from desk_app');
  const jobs = await openJobs(database.db, log, false);
  const done = Promise.withResolvers<unknown>();
  jobs.subscribe(job, async (payload) => done.resolve(payload));
  await jobs.work();
  await logged.promise;
  const scope = { organizationId: newId() };
  // This wakes the runner, which tries a second time.
  await inScope(database.db, scope, (tx) => jobs.enqueue(tx, job, scope));
  await owner.query('grant update on all tables in schema pgboss to desk_app');
  assert.deepEqual(await done.promise, scope);
  await jobs.drain();
  assert.deepEqual(
    lines.map(({ job: name, code, msg }) => [name, code, msg]),
    [[job.name, '42501', 'jobs not fetched']],
  );
});

test('an interrupted preparation is repeated', async () => {
  defineJob('test.message', {});
  const { engine, owner } = database.db;
  const interrupted: typeof owner.query = (text, values) => {
    if (text.includes('comment on schema')) throw new Error('cut off');
    return owner.query(text, values);
  };
  await assert.rejects(prepareJobs({ engine, owner: { query: interrupted } }), /cut off/);
  assert.ok((await prepare()) > 1);
  assert.equal(await prepare(), 1);
});

test('a job enqueued by a database function equals one that we send', async () => {
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
