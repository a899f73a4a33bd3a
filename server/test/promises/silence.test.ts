import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { silenceSeconds } from '../../src/platform/jobs/silence.ts';
import { engine } from './chance.ts';
import { seatsFor, take } from './crew.ts';
import { answeredOnce, eventually, hookOf, setScene, type Scene } from './scene.ts';

// docs/promises.md P6: other processes take over the work of a killed one. The test reads the delay from the stored leases, and
// platform/jobs/silent-jobs.test.ts from the timers, because wall-clock time depends on the machine's load.

// The worker blocks when it writes to this table, while it holds the lease of the case.
const cases = [
  { holding: 'a lane', table: 'message', until: `select locked_until as until from lane where lease is not null` },
  {
    holding: 'a turn',
    table: 'decision',
    until: `select turn_lease_until as until from conversation where turn_lease is not null`,
  },
];

const skip = engine === 'pglite' && 'the embedded database serves one process';

for (const { holding, table, until } of cases) {
  test(
    `if a worker that holds ${holding} is killed, another takes it over after ${silenceSeconds} seconds of silence`,
    { skip },
    () =>
      takenOver(table, async (scene) => {
        for (const held of [until, jobsUntil]) {
          const seconds = await secondsLeft(scene, held);
          assert.ok(seconds.length > 0, `precondition: the dead process holds something: ${held}`);
          assert.ok(Math.max(...seconds) <= silenceSeconds, `${held}: ${seconds.join()} s`);
        }
      }),
  );

  test(`if the clock is then set back by an hour, another takes ${holding} over all the same`, { skip }, () =>
    takenOver(table, async (scene) => {
      await setClockBack(scene);
      for (const held of [until, jobsUntil])
        assert.ok(Math.max(...(await secondsLeft(scene, held))) > 3_000, `precondition: held for an hour: ${held}`);
    }),
  );
}

/** Kills the worker of a message while it writes to the table. Another must answer, and once. */
async function takenOver(table: string, afterDeath: (scene: Scene) => Promise<void>): Promise<void> {
  const scene = await setScene();
  try {
    await scene.desk.terminate();
    const [api, first, second] = await seatsFor(scene, ['api', 'worker', 'worker']);
    assert.ok(api && first && second);
    scene.desk = take(scene, api);
    const doomed = take(scene, first);
    await Promise.all([scene.desk.ready, doomed.ready]);
    const event = scene.chatdesk.events.userCreated({ text: 'How do I reset my password? I cannot sign in.' });
    await withTableLocked(scene, table, async (writerWaits) => {
      assert.equal((await scene.chatdesk.deliver(hookOf(scene, 'chatdesk', scene.desk.url), event)).status, 202);
      await eventually(writerWaits);
      await doomed.kill();
    });
    await afterDeath(scene);
    const heir = take(scene, second);
    await heir.ready;
    await answeredOnce(scene, event.conversationId);
    // None of its jobs still takes a place among those of the organization that may run.
    await eventually(async () => {
      for (const seconds of await secondsLeft(scene, jobsUntil))
        assert.ok(0 <= seconds && seconds <= silenceSeconds, `a job of the dead process: ${seconds} s`);
    });
  } finally {
    await scene.close();
  }
}

/** Moves every stored time an hour ahead: that is what a clock finds that was set back by an hour. */
const setClockBack = (scene: Scene): Promise<unknown> =>
  scene.home.look(async (query) => {
    const tables = await query(`select c.oid::regclass::text as name,
        string_agg(format('%1$I = %1$I + interval ''1 hour''', a.attname), ', ') as moves
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace) and c.relkind in ('r', 'p') and not c.relispartition
        and a.atttypid = 'timestamptz'::regtype and not a.attisdropped and a.attgenerated = '' group by c.oid`);
    const updates = tables.map(({ name, moves }) => `update ${String(name)} set ${String(moves)}`);
    return query(
      ['set session_replication_role = replica', ...updates, 'set session_replication_role = origin'].join(';'),
    );
  });

const jobsUntil = `select heartbeat_on + make_interval(secs => ${silenceSeconds}) as until from pgboss.job
  where state = 'active' and group_id is not null`;

/** The remaining seconds of each lease that the query finds, by the database's clock. */
const secondsLeft = (scene: Scene, held: string): Promise<number[]> =>
  scene.home.look(async (query) => {
    const rows = await query(
      `select extract(epoch from until - clock_timestamp())::float8 as left from (${held}) held`,
    );
    return rows.map(({ left }) => Number(left));
  });

/** Locks the table against writes during `work`. `writerWaits` checks that a writer waits for the lock. */
async function withTableLocked(
  scene: Scene,
  table: string,
  work: (writerWaits: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString: scene.home.databaseUrl });
  await client.connect();
  try {
    await client.query(`begin; lock table ${table} in exclusive mode`);
    await work(async () => {
      const { rows } = await client.query(
        'select from pg_locks where relation = $1::regclass and not granted and database = (select oid from ' +
          'pg_database where datname = current_database())',
        [table],
      );
      assert.equal(rows.length, 1);
    });
  } finally {
    await client.query('rollback');
    await client.end();
  }
}
