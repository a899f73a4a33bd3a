import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { after, before, mock, test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { drainLane } from '../../src/channels/index.ts';
import { recentIntegration } from '../../src/channels/integrations/integrations.store.ts';
import { recordArrival } from '../../src/conversations/customers/arrival.store.ts';
import type { CustomerRow } from '../../src/conversations/record/conversations.store.ts';
import { inScopeRolledBack } from '../../src/platform/database/transaction.ts';
import { expectedLanguages } from '../../src/settings/index.ts';
import { deliver } from '../../src/support/delivery/deliver.actions.ts';
import { handleMessage } from '../../src/support/handle-message.actions.ts';
import { noteCopy, receive, showUnreadMessage } from '../../src/support/receive.actions.ts';
import { eventually, setStage, type Stage } from './stage.ts';

// Limits of statements, because time depends on the machine. A change that raises a limit needs a reason.
const most = {
  acknowledged: { statements: 1, transactions: 0 },
  received: { statements: 11, transactions: 1 },
  answered: { statements: 18, transactions: 2 },
  sent: { statements: 7, transactions: 1 },
};

const counting = new AsyncLocalStorage<string[]>();
const query = pg.Client.prototype.query;
let stage: Stage;
before(async () => {
  stage = await setStage();
  await learnOfKettles(stage.world);
  // The test runs the jobs of a message itself, without the periodic jobs.
  await stage.server.desk.jobs.drain();
  pg.Client.prototype.query = function counted(this: pg.Client, ...given: never[]) {
    const [first] = given as unknown as [string | { text: string }];
    counting.getStore()?.push((typeof first === 'string' ? first : first.text).replaceAll(/\s+/g, ' ').trim());
    return Reflect.apply(query, this, given);
  } as never;
});
after(async () => {
  pg.Client.prototype.query = query;
  await stage.close();
});

async function learnOfKettles({ wim }: Stage['world']): Promise<void> {
  const { id: collection_id } = await wim.posts('/api/knowledge/collections', { name: 'Machines' });
  const text = ['Cleaning', 'Filling', 'Heating']
    .map((what) => `## ${what} the kettle\n\n${`${what} the kettle takes a minute and is done every week. `.repeat(8)}`)
    .join('\n\n');
  const document = { collection_id, title: 'The kettle', text, format: 'markdown' };
  const { id } = await wim.posts('/api/knowledge/documents/text', document, 202);
  await eventually(async () => assert.equal((await wim.gets(`/api/knowledge/documents/${id}`)).status, 'ready'));
}

async function costOf(work: () => Promise<unknown>) {
  const texts: string[] = [];
  await counting.run(texts, work);
  return { texts, statements: texts.length, transactions: texts.filter((text) => text.startsWith('begin')).length };
}

async function steps() {
  const { server, chatdesk, world } = stage;
  const { desk } = server;
  const scope = { organizationId: world.birch.organizationId };
  const event = chatdesk.events.userCreated({
    text: 'hi, i forgot my password and cannot sign in. how do i reset it?',
  });
  const url = new URL(stage.hooks.chatdesk).pathname;
  // Fill this one-second cache first, so that the count is the same on a slow machine.
  await recentIntegration(desk.db, scope, 'chatdesk');
  const acknowledged = await costOf(async () => {
    const { headers, raw } = event;
    const answer = await server.app.inject({ method: 'POST', url, headers, payload: raw });
    assert.equal(answer.statusCode, 202, answer.body);
  });
  const key = { ...scope, channel: 'chatdesk' as const, lane: event.conversationId };
  await expectedLanguages(desk, scope);
  const received = await costOf(() =>
    drainLane(desk, key, {
      handle: (each, inbound) => receive(desk, each, inbound),
      onCopy: (tx, each, of) => noteCopy(desk, tx, each, of),
      onDeadLetter: (tx, notice) => showUnreadMessage(desk, tx, notice),
    }),
  );
  const { items } = await world.ada.gets('/api/conversations?limit=1&sort=updated_at');
  const of = { ...scope, conversationId: items[0].id };
  // Skip the wait for more messages of the customer.
  server.pass(1_000);
  const answered = await costOf(() => handleMessage(desk, of, randomUUID()));
  const sent = await costOf(() => deliver(desk, of));
  assert.equal(chatdesk.repliesTo(event.conversationId).length, 1);
  return { acknowledged, received, answered, sent };
}

type Costs = Awaited<ReturnType<typeof steps>>;
const within = ({ statements, transactions }: Costs[keyof Costs], limit: (typeof most)[keyof Costs]) =>
  statements <= limit.statements && transactions <= limit.transactions;

test('a message is acknowledged with one statement, and answered with few', async () => {
  const left = new Map(Object.entries(most) as [keyof Costs, (typeof most)[keyof Costs]][]);
  const seen: string[] = [];
  // The first message fills the one-second caches. Stop their clock, because they would expire on a busy machine.
  for (let round = 0; round < 4 && left.size > 0; round += 1) {
    const now = performance.now();
    const clock = mock.method(performance, 'now', () => now);
    const costs = await steps().finally(() => clock.mock.restore());
    for (const [step, limit] of left) {
      const { statements, transactions, texts } = costs[step];
      if (within(costs[step], limit)) left.delete(step);
      else
        seen.push(
          [`${step}: ${statements} statements, ${transactions} transactions`, ...texts]
            .map((each) => each.slice(0, 110))
            .join('\n'),
        );
    }
  }
  assert.deepEqual([...left.keys()], [], seen.join('\n\n'));
});

test('an answer from several sections reads its passages and their neighbours with one query', async () => {
  const { wim } = stage.world;
  const simulate = () =>
    wim.posts('/api/knowledge/validation/outcome/simulate', { message: 'How long does filling the kettle take?' }, 200);
  const { words } = await simulate();
  assert.match(words, /Filling the kettle takes/);
  const { texts } = await costOf(simulate);
  assert.equal(texts.filter((text) => text.includes('passages_of')).length, 1, texts.join('\n'));
});

test('a search takes one statement each for the caller, the revision of the knowledge, and the texts', async () => {
  const { wim } = stage.world;
  const search = () => wim.posts('/api/knowledge/search', { query: 'How long does filling the kettle take?' }, 200);
  await search();
  const { texts } = await costOf(search);
  assert.equal(texts.length, 3, texts.join('\n'));
});

test('the current conversation is found by its own index, also with a generic plan', async () => {
  const { owner } = stage.server.desk.db;
  await steps();
  await owner.query(`insert into conversation (organization_id, id, channel, channel_reference, current, customer_id, status, owner,
    ai_state, created_at, updated_at) select organization_id, gen_random_uuid(), channel, channel_reference, false, customer_id,
    'resolved', 'ai', 'idle', now(), now() from conversation, generate_series(1, 2000) where current limit 2000`);
  await owner.query('analyze conversation');
  const { texts } = (await steps()).received;
  const looks = texts.filter((text) => text.includes('"channel_reference" = $'));
  assert.equal(looks.length, 1, texts.join('\n'));
  const { rows } = await owner.query(`explain (generic_plan) ${looks[0]}`);
  const plan = rows.map((row) => String(row['QUERY PLAN'])).join('\n');
  assert.ok(plan.includes('conversation_current'), `${looks[0]}\n${plan}`);
});

test('a lane and its oldest event are found by key and by the index of waiting ones', async () => {
  const { owner, pool } = stage.server.desk.db;
  await steps();
  await owner.query(`insert into inbound_event (organization_id, channel, provider_event_id, lane_key, raw, raw_sha256, headers, state)
    select organization_id, channel, 'past ' || n, lane_key, '', '', '{}', 'done' from lane, generate_series(1, 2000) n
    where lane_key = (select max(lane_key) from lane)`);
  await owner.query(`insert into lane (organization_id, channel, lane_key, pending)
    select organization_id, channel, 'another ' || n, false from (select * from lane limit 1) one, generate_series(1, 100) n`);
  await owner.query('analyze lane, inbound_event');
  const { rows } = await owner.query(
    `select * from lane where lane_key not like 'another %' order by lane_key desc limit 1`,
  );
  const [{ organization_id, channel, lane_key }] = rows as [Record<string, string>];
  const client = await pool.connect();
  try {
    await client.query('begin');
    // Not yet reported counts, also of earlier transactions on this connection.
    const rowsRead = async () =>
      (
        await client.query<{ read: number }>(
          `select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables
           where relname in ('lane', 'inbound_event') order by relname`,
        )
      ).rows.map(({ read }) => Number(read));
    const readBy = async (text: string, values: unknown[]) => {
      const before = await rowsRead();
      const { rows: done } = await client.query(text, values);
      const after = await rowsRead();
      return { done, read: after.map((read, at) => read - before[at]!) };
    };
    const lease = randomUUID();
    const lane = [organization_id, channel, lane_key, lease];
    const claimed = await readBy('select id from claim_lane($1, $2, $3, $4, 5)', lane);
    assert.deepEqual(claimed, { done: [{ id: null }], read: [0, 1] }, 'claimed, and all of its events are done');
    const text = `select held, waits, (next).id from go_on_in_lane($1, $2, $3, $4, 5, true, null, null, null, null, null, '{}')`;
    const released = await readBy(text, lane);
    assert.deepEqual(released, { done: [{ held: true, waits: false, id: null }], read: [0, 2] });
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('of many identities with the same address only the oldest is read when another one writes', async () => {
  const { desk } = stage.server;
  await steps();
  await desk.db.owner
    .query(`insert into customer (organization_id, id, person_id, channel, identity, proven_email, verified)
    select one.organization_id, gen_random_uuid(), one.person_id, 'email', 'known ' || n, one.proven_email, true
    from (select * from customer where proven_email is not null limit 1) one, generate_series(1, 400) n`);
  await desk.db.owner.query('analyze customer');
  const { rows } = await desk.db.owner.query(`select * from customer where identity = 'known 1'`);
  const known = rows[0] as unknown as CustomerRow;
  await inScopeRolledBack(desk.db, { organizationId: known.organization_id }, async (tx) => {
    const rowsRead = async () =>
      (
        await sql<{ read: number }>`select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables
          where relname = 'customer'`.execute(tx)
      ).rows[0]!.read;
    const before = await rowsRead();
    const arrival = {
      ...known,
      identity: 'new',
      email: known.proven_email,
      proven: true,
      receivedAt: new Date(),
      writtenAt: null,
    };
    const stored = await recordArrival(desk, tx, { organizationId: known.organization_id }, arrival);
    assert.equal(stored?.person_id, known.person_id);
    const read = (await rowsRead()) - before;
    assert.ok(read <= 5, `${read} rows`);
  });
});
