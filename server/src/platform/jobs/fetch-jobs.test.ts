import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PgBoss } from 'pg-boss';
import { cloneDatabase, type TestDatabase } from '../../../test/database.ts';
import { newId } from '../process/ids.ts';
import { fetchJobs, type FetchedJob } from './fetch-jobs.ts';
import { defineJob } from './jobs.ts';
import { prepareJobs } from './prepare-jobs.ts';

let database: TestDatabase;
let boss: PgBoss;
before(async () => {
  database = await cloneDatabase();
  const { pool, engine } = database.db;
  const executeSql = async (text: string, values?: unknown[]) => pool.query(text, values);
  boss = new PgBoss({ db: { executeSql }, backend: engine, migrate: false, supervise: false, schedule: false });
});
after(async () => {
  await database.db.close();
  await database.drop();
});

test('jobs start as pg-boss would start them: by priority, age and the share of each organization', async () => {
  const [ours, theirs] = ['test.ours', 'test.theirs'];
  for (const name of [ours, theirs]) defineJob(name);
  await prepareJobs(database.db);
  await boss.start();
  for (const name of [ours, theirs]) await enqueueSome(name);
  for (const round of [1, 2, 3]) {
    const [most, mostOfOne] = [4, 2];
    const started = await fetchJobs(database.db)({ name: ours, most, mostOfOne });
    const expected = await boss.fetch(theirs, { batchSize: most, includeMetadata: true, groupConcurrency: mostOfOne });
    assert.deepEqual(summary(started), summary(expected), `round ${round}`);
    assert.deepEqual(await rowsOf(ours), await rowsOf(theirs));
    for (const [name, jobs] of [[ours, started] as const, [theirs, expected] as const]) {
      const [, second] = jobs.map(({ id }) => id).sort();
      assert.ok(second);
      await boss.fail(name, second);
    }
  }
  await boss.stop({ graceful: false });
});

/** A retry starts at once; `later` never does here. */
async function enqueueSome(name: string): Promise<void> {
  const { owner } = database.db;
  const groups = ['a', 'a', 'a', 'b', null, 'a', 'b', 'c', 'b', 'later'];
  const ids = groups.map(() => newId());
  for (const [at, id] of ids.entries()) {
    const group = groups[at];
    await boss.send(
      name,
      { at },
      {
        id,
        singletonKey: String(at),
        retryDelay: 0,
        retryBackoff: false,
        priority: at === 8 ? 1 : 0,
        ...(group ? { group: { id: group } } : {}),
      },
    );
    await owner.query(
      `update pgboss.job_common set created_on = created_on - make_interval(secs => $2),
         start_after = start_after + make_interval(secs => $3) where id = $1`,
      [id, 60 - at, group === 'later' ? 600 : 0],
    );
  }
}

const summary = (jobs: readonly (Omit<FetchedJob, 'groupId'> & { groupId?: string | null })[]) =>
  jobs
    .map(({ data, groupId, retryCount, retryLimit }) => JSON.stringify({ data, groupId, retryCount, retryLimit }))
    .sort();

async function rowsOf(name: string) {
  const { rows } = await database.db.owner.query(
    `select data, state, retry_count, started_on is not null as started, heartbeat_on = started_on as beats
     from pgboss.job_common where name = $1 order by (data ->> 'at')::int`,
    [name],
  );
  return rows;
}
