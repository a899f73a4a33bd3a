import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { startServer, type TestServer } from '../../test/server.ts';
import { registers } from '../../test/world.ts';
import type { Tx } from '../platform/database/database.ts';
import { newId } from '../platform/process/ids.ts';
import { inScope } from '../platform/database/transaction.ts';
import { drainLane, wakeLanes, type LaneWorker, type DeadLetterNotice } from './index.ts';
import { ingest } from './inbound/ingest.actions.ts';

let server: TestServer;
let organizationId: string;

before(async () => {
  server = await startServer();
  ({ organizationId } = await registers(server, 'Ada', 'Birch'));
});
after(() => server.close());

const bodyOf = (thread: string, text: string, topic = 'conversation.user.replied') =>
  Buffer.from(
    JSON.stringify({
      topic,
      data: {
        item: {
          id: thread,
          conversation_parts: { conversation_parts: [{ id: text, body: text, author: { type: 'user', id: 'u1' } }] },
        },
      },
    }),
  );

const arrives = (thread: string, text: string, more: { eventId?: string; topic?: string } = {}) =>
  ingest(server.desk, {
    organizationId,
    channel: 'chatdesk',
    eventId: more.eventId ?? newId(),
    thread,
    raw: bodyOf(thread, text, more.topic),
    headers: {},
    facts: {},
  });

const keyOf = (lane: string) => ({ organizationId, channel: 'chatdesk' as const, lane });
const rows = (lane: string) =>
  inScope(server.desk.db, { organizationId }, (tx) =>
    tx.selectFrom('inbound_event').selectAll().where('lane_key', '=', lane).orderBy('id').execute(),
  );
const laneRow = (lane: string) =>
  inScope(server.desk.db, { organizationId }, (tx) =>
    tx.selectFrom('lane').selectAll().where('lane_key', '=', lane).executeTakeFirstOrThrow(),
  );
const change = (work: (tx: Tx) => Promise<unknown>) => inScope(server.desk.db, { organizationId }, work);
/** Makes a waiting lane due now. */
const makeDue = (lane: string) =>
  change((tx) =>
    tx
      .updateTable('lane')
      .set({ ready_at: sql<Date>`clock_timestamp()` })
      .where('lane_key', '=', lane)
      .execute(),
  );

interface RecordingWorker extends LaneWorker {
  texts: string[];
  deadLetters: DeadLetterNotice[];
}

function worker(handle: LaneWorker['handle'] = async () => {}): RecordingWorker {
  const recorded: RecordingWorker = {
    texts: [],
    deadLetters: [],
    async handle(event, inbound) {
      await handle(event, inbound);
      if (event.kind === 'customer_message') recorded.texts.push(event.text);
    },
    onDeadLetter: async (_tx, notice) => void recorded.deadLetters.push(notice),
  };
  return recorded;
}

test('the events of a lane are processed in the order of their arrival, and once', async () => {
  for (const text of ['one', 'two', 'three']) await arrives('order', text);
  const first = worker();
  await drainLane(server.desk, keyOf('order'), first);
  await drainLane(server.desk, keyOf('order'), first);
  assert.deepEqual(first.texts, ['one', 'two', 'three']);
  assert.deepEqual(
    (await rows('order')).map((row) => row.state),
    ['done', 'done', 'done'],
  );
  assert.equal((await laneRow('order')).pending, false);
});

test('an event that arrives while the lane is being processed is not overlooked', async () => {
  await arrives('meanwhile', 'one');
  let more = true;
  const busy = worker(async () => {
    if (more) await arrives('meanwhile', 'two');
    more = false;
  });
  await drainLane(server.desk, keyOf('meanwhile'), busy);
  assert.deepEqual(busy.texts, ['one', 'two']);
});

// Failed once in five runs beside other load: the message was answered when the next one came, or never.
test('an event whose arrival commits while the lane is being released is not overlooked', async (t) => {
  if (server.desk.db.engine === 'pglite') return t.skip('the embedded engine has one connection');
  await arrives('just-then', 'one');
  const arrival = Promise.withResolvers<unknown>();
  const each = worker(async () => {
    if (each.texts.length > 0) return;
    const begun = Promise.withResolvers<void>();
    arrival.resolve(
      change(async (tx) => {
        const raw = bodyOf('just-then', 'two');
        await sql`select ingest_event(${organizationId}, 'chatdesk', ${newId()}, 'just-then', ${raw}, ${raw}, '{}', '{}')`.execute(
          tx,
        );
        begun.resolve();
        await someoneWaitsForALock();
      }),
    );
    await begun.promise;
  });
  await Promise.all([drainLane(server.desk, keyOf('just-then'), each), arrival.promise]);
  assert.deepEqual(each.texts, ['one', 'two']);
});

test('an event whose arrival commits while the lane is being claimed is not overlooked', async (t) => {
  if (server.desk.db.engine === 'pglite') return t.skip('the embedded engine has one connection');
  await arrives('at-the-claim', 'one');
  const each = worker();
  await drainLane(server.desk, keyOf('at-the-claim'), each);
  const drained: Promise<void>[] = [];
  await change(async (tx) => {
    const raw = bodyOf('at-the-claim', 'two');
    await sql`select ingest_event(${organizationId}, 'chatdesk', ${newId()}, 'at-the-claim', ${raw}, ${raw}, '{}', '{}')`.execute(
      tx,
    );
    // A job of an earlier event, which this one has joined.
    drained.push(drainLane(server.desk, keyOf('at-the-claim'), each));
    await Promise.race([...drained, someoneWaitsForALock()]);
  });
  await Promise.all(drained);
  assert.deepEqual(each.texts, ['one', 'two']);
});

async function someoneWaitsForALock(): Promise<void> {
  for (let waiting = 0; waiting === 0;) {
    const { rows: found } = await server.desk.db.owner.query(
      `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      [],
    );
    waiting = Number(found[0]?.['waiting']);
  }
}

test('two workers never hold one lane', async () => {
  await arrives('alone', 'one');
  const second = worker();
  const first = worker(() => drainLane(server.desk, keyOf('alone'), second));
  await drainLane(server.desk, keyOf('alone'), first);
  assert.deepEqual([first.texts, second.texts], [['one'], []]);
});

test('the same part under two topics has its effect once', async () => {
  await arrives('parts', 'same');
  await arrives('parts', 'same', { topic: 'conversation.user.created' });
  const each = worker();
  await drainLane(server.desk, keyOf('parts'), each);
  assert.deepEqual(each.texts, ['same']);
  assert.deepEqual(
    (await rows('parts')).map((row) => row.state),
    ['done', 'done'],
  );
});

test('the effect and the end of the event commit together or not at all', async () => {
  await arrives('together', 'one');
  const failing = worker((_event, inbound) =>
    inScope(server.desk.db, { organizationId }, async (tx) => {
      await inbound.finish(tx);
      throw new Error('the effect cannot be written');
    }),
  );
  await drainLane(server.desk, keyOf('together'), failing);
  const [row] = await rows('together');
  assert.deepEqual([row?.state, row?.failures], ['queued', 1]);
});

test('an event that fails blocks its lane, and is dead-lettered at its third failure so that the lane continues', async () => {
  await arrives('poison', 'bad');
  await arrives('poison', 'good');
  const picky = worker(async (event) => {
    if (event.kind === 'customer_message' && event.text === 'bad') throw new Error('cannot');
  });
  for (let attempt = 1; attempt <= 3; attempt++) {
    await drainLane(server.desk, keyOf('poison'), picky);
    if (attempt < 3) assert.deepEqual(picky.texts, [], 'what came later waits');
    await drainLane(server.desk, keyOf('poison'), picky);
    await makeDue('poison');
  }
  await drainLane(server.desk, keyOf('poison'), picky);
  assert.deepEqual(picky.texts, ['good']);
  assert.deepEqual(
    picky.deadLetters.map(({ thread, channel }) => ({ thread, channel })),
    [{ thread: 'poison', channel: 'chatdesk' }],
  );
  assert.deepEqual(
    (await rows('poison')).map((row) => row.state),
    ['parked', 'done'],
  );
});

test('an event that kills its worker five times is dead-lettered before it kills a sixth', async () => {
  await arrives('killer', 'boom');
  await change((tx) => tx.updateTable('inbound_event').set({ attempts: 5 }).where('lane_key', '=', 'killer').execute());
  const careful = worker();
  await drainLane(server.desk, keyOf('killer'), careful);
  assert.deepEqual([careful.texts, careful.deadLetters.map((each) => each.why)], [[], ['crashed']]);
});

test('a worker whose lane was taken over writes nothing', async () => {
  await arrives('lost', 'one');
  let effects = 0;
  const slow = worker(async (_event, inbound) => {
    await change((tx) => tx.updateTable('lane').set({ lease: newId() }).where('lane_key', '=', 'lost').execute());
    await inScope(server.desk.db, { organizationId }, async (tx) => {
      await inbound.finish(tx);
      effects += 1;
    });
  });
  await drainLane(server.desk, keyOf('lost'), slow);
  assert.equal(effects, 0);
  assert.equal((await rows('lost'))[0]?.state, 'queued');
});

test('a lane whose holder died is found and gets a job when its lease has expired', async () => {
  await arrives('orphan', 'one');
  const die = (until: string) =>
    change((tx) =>
      tx
        .updateTable('lane')
        .set({
          lease: newId(),
          locked_until: sql<Date>`clock_timestamp() + ${until}::interval`,
          ready_at: sql<Date>`clock_timestamp() - interval '1 minute'`,
        })
        .where('lane_key', '=', 'orphan')
        .execute(),
    );
  await die('10 seconds');
  const held = await wakeLanes(server.desk);
  await die('-1 seconds');
  assert.equal(await wakeLanes(server.desk), held + 1);
  const heir = worker();
  await drainLane(server.desk, keyOf('orphan'), heir);
  assert.deepEqual(heir.texts, ['one']);
});
