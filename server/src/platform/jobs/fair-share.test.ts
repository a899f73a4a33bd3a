import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { cloneDatabase, type TestDatabase } from '../../../test/database.ts';
import { newId } from '../process/ids.ts';
import { createLog } from '../process/log.ts';
import type { Tx } from '../database/database.ts';
import { inScope, type OrganizationScope } from '../database/transaction.ts';
import { defineJob, openJobs, type Job } from './jobs.ts';
import { prepareJobs } from './prepare-jobs.ts';

interface Errand extends OrganizationScope {
  number: number;
}

let database: TestDatabase;
before(async () => {
  database = await cloneDatabase();
});
after(async () => {
  await database.db.close();
  await database.drop();
});

const [busy, quiet] = [newId(), newId()];

async function opened(job: Job<Errand>, work: (errand: Errand) => Promise<void>) {
  await prepareJobs(database.db);
  const jobs = await openJobs(database.db, createLog('silent'), false);
  const done = Promise.withResolvers<void>();
  let left = 5;
  jobs.subscribe(job, async (errand) => {
    await work(errand);
    left -= 1;
    if (left === 0) done.resolve();
  });
  const give = async (organizationId: string, numbers: number[]) => {
    for (const number of numbers)
      await inScope(database.db, { organizationId }, (tx) => jobs.enqueue(tx, job, { organizationId, number }));
  };
  return { jobs, give, allDone: done.promise };
}

test('while another organization has a transaction under way, an organization has two at a time', async (t) => {
  if (database.db.engine === 'pglite') return t.skip('the embedded engine runs one transaction at a time');
  const job = defineJob<Errand>('test.beside', { concurrency: 8, foreground: true });
  const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let [running, most, ended] = [0, 0, 0];
  const beBusy = async (tx: Tx) => {
    running += 1;
    most = Math.max(most, running);
    for (let statements = 0; statements < 5; statements++) await sql`select pg_sleep(.01)`.execute(tx);
    running -= 1;
  };
  const beQuiet = () => {
    begun.resolve();
    return mayEnd.promise;
  };
  const { jobs, give, allDone } = await opened(job, async ({ organizationId }) => {
    await inScope(database.db, { organizationId }, (tx) => (organizationId === quiet ? beQuiet() : beBusy(tx)));
    ended += 1;
    if (ended === 4) mayEnd.resolve();
  });
  await jobs.work();
  await give(quiet, [0]);
  await begun.promise;
  await give(busy, [1, 2, 3, 4]);
  await allDone;
  await jobs.drain();
  assert.ok(most <= 2, `${most} at a time`);
});

test('with one connection, another organization’s transaction comes before those that an organization has in plenty', async (t) => {
  if (database.db.engine === 'postgres') return t.skip('a server has several connections');
  const job = defineJob<Errand>('test.between', { concurrency: 8, foreground: true });
  const order: number[] = [];
  const { jobs, give, allDone } = await opened(job, ({ organizationId, number }) =>
    inScope(database.db, { organizationId }, async () => void order.push(number)),
  );
  await give(busy, [1, 2, 3, 4]);
  await give(quiet, [5]);
  await jobs.work();
  await allDone;
  await jobs.drain();
  assert.ok(order.indexOf(5) < 2, order.join());
});
