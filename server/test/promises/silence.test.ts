import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { silenceSeconds } from '../../src/platform/jobs/silence.ts';
import { engine } from './chance.ts';
import { seatsFor, take } from './crew.ts';
import { conversationOf, eventually, hookOf, setScene, type Scene } from './scene.ts';

// docs/promises.md P6: others take up what a killed process held. Before there was `silenceSeconds` it took 29 to 75 seconds.
const patience = 4 * silenceSeconds * 1_000;

// Its worker stands still where it writes to this table, with a lease on what the case says.
const cases = [
  { holding: 'a lane', table: 'message' },
  { holding: 'a turn', table: 'decision' },
];

for (const { holding, table } of cases)
  test(
    `a worker is killed that holds ${holding}: the customer does not wait long for another`,
    { skip: engine === 'pglite' && 'the embedded database serves one process' },
    async (t) => {
      const scene = await setScene();
      try {
        await scene.desk.terminate();
        const [api, first, second] = await seatsFor(scene, ['api', 'worker', 'worker']);
        assert.ok(api && first && second);
        scene.desk = take(scene, api);
        const doomed = take(scene, first);
        await Promise.all([scene.desk.ready, doomed.ready]);
        const event = scene.chatdesk.events.userCreated({ text: 'How do I reset my password? I cannot sign in.' });
        await withTableLocked(scene, table, async (somebodyWaits) => {
          assert.equal((await scene.chatdesk.deliver(hookOf(scene, 'chatdesk', scene.desk.url), event)).status, 202);
          await eventually(somebodyWaits);
          await doomed.kill();
        });
        const heir = take(scene, second);
        await heir.ready;
        // From here on, as a slow machine may take long to start a process.
        const ready = performance.now();
        await eventually(async () => {
          const conversation = await conversationOf(scene, event.conversationId);
          assert.deepEqual(
            conversation?.messages.map((each: any) => [each.kind, each.delivery.status]),
            [
              ['customer', 'none'],
              ['ai', 'sent'],
            ],
          );
        });
        const waited = performance.now() - ready;
        t.diagnostic(`waited ${Math.round(waited)} ms`);
        assert.ok(waited < patience, `waited ${Math.round(waited)} ms`);
        assert.equal(scene.chatdesk.repliesTo(event.conversationId).length, 1);
      } finally {
        await scene.close();
      }
    },
  );

/** Nobody writes to the table until `work` is done; it is given a check that somebody wants to. */
async function withTableLocked(
  scene: Scene,
  table: string,
  work: (somebodyWaits: () => Promise<void>) => Promise<void>,
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
