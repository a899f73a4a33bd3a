import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { startServer, type TestServer } from '../../../test/server.ts';
import { createWorld, type World } from '../../../test/world.ts';
import type { Tx } from '../../platform/database/database.ts';
import { inScope } from '../../platform/database/transaction.ts';
import type { QueueFilter, QueuePage } from './queue.store.ts';
import { findInQueue } from './search-queue.actions.ts';

/* Counts the conversation rows that one page of each view reads, of 20,000. */

const conversations = 20_000;
const [rare, frequent, unused] = [
  '00000000-0000-7000-8000-00000000000a',
  '00000000-0000-7000-8000-00000000000b',
  '00000000-0000-7000-8000-00000000000c',
];
let server: TestServer;
let world: World;
before(async () => {
  server = await startServer();
  world = await createWorld(server);
  const { owner } = server.desk.db;
  const { organizationId } = world.birch;
  await owner.query(
    `insert into customer (organization_id, id, person_id, channel, identity, verified)
       values ($1, md5('k')::uuid, md5('k')::uuid, 'email', 'k', true)`,
    [organizationId],
  );
  // Without the triggers that record changes: nobody reads these here.
  await owner.query('alter table conversation disable trigger user');
  await owner.query(
    `insert into conversation (organization_id, id, channel, channel_reference, customer_id, status, owner, ai_state,
       waiting_since, snoozed_until, tag_ids, created_at, updated_at)
     select $1, md5('c' || n)::uuid, 'email', n::text, md5('k')::uuid,
       case when n % 1000 = 9 then 'snoozed' when n % 20 > 1 then 'resolved' when n % 3 = 0 then 'open' else 'pending' end,
       case when n % 2 = 0 then 'human' else 'ai' end,
       case when n % 5000 = 1 then 'awaiting_approval' when n % 2 = 1 then 'idle' end,
       case when n % 20 < 2 then now() - n * interval '1 minute' end, case when n % 1000 = 9 then now() + interval '1 day' end,
       case when n % 5 = 1 then array[$2::uuid] when n > ${conversations} - 500 and n % 100 = 2 then array[$3::uuid] else '{}' end,
       now(), now() - n * interval '1 minute'
     from generate_series(1, ${conversations}) n`,
    [organizationId, frequent, rare],
  );
  await owner.query('alter table conversation enable trigger user');
  await owner.query('vacuum analyze conversation');
});
after(() => server.close());

/** The rows that one page reads, by the database's own counter, which continues across transactions. */
const read = (filter: QueueFilter, after: QueuePage['after'] = null) =>
  inScope(server.desk.db, world.birch, async (tx) => {
    const before = await rowsRead(tx);
    const { found } = await findInQueue(tx, world.birch, filter, { limit: 50, after });
    return { found, rows: (await rowsRead(tx)) - before };
  });

async function rowsRead(tx: Tx): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as rows
    from pg_stat_xact_user_tables where relname = 'conversation'`.execute(tx);
  return rows[0]?.rows ?? 0;
}

const atMost = 600;
const views: [string, QueueFilter, number][] = [
  ['latest change first', {}, 51],
  ['longest waiting first', { sort: 'waiting_since' }, 51],
  ['open', { status: 'open' }, 51],
  ['open, longest waiting first', { status: 'open', sort: 'waiting_since' }, 51],
  ['waiting for a reply', { needs: 'reply' }, 51],
  ['waiting for a reply, longest first', { needs: 'reply', sort: 'waiting_since' }, 51],
  ['to be approved', { needs: 'approval' }, 4],
  ['to be approved, longest waiting first', { needs: 'approval', sort: 'waiting_since' }, 4],
  ['snoozed', { status: 'snoozed' }, 20],
  ['snoozed, longest waiting first', { status: 'snoozed', sort: 'waiting_since' }, 20],
  ['unassigned', { assignee_id: 'none' }, 51],
  ['assigned to a person without conversations', { assignee_id: unused }, 0],
  ['with a rare tag', { tag_id: rare }, 5],
  ['with a rare tag, longest waiting first', { tag_id: rare, sort: 'waiting_since' }, 5],
  ['with a frequent tag', { tag_id: frequent }, 51],
  ['with an unused tag', { tag_id: unused }, 0],
];
for (const [name, filter, count] of views)
  test(`${name}: a page reads a bounded number of rows`, async () => {
    const { found, rows } = await read(filter);
    assert.equal(found.length, count);
    assert.ok(rows >= count && rows <= (filter.tag_id === frequent ? 3_000 : atMost), `${rows} rows`);
  });

test('a page in the middle of the list reads no more than the first', async () => {
  const {
    rows: [middle],
  } = await server.desk.db.owner.query(
    'select id, updated_at::text as at from conversation where organization_id = $1 order by updated_at desc, id offset 10000 limit 1',
    [world.birch.organizationId],
  );
  const page = await read({}, { at: String(middle?.['at']), id: String(middle?.['id']) });
  assert.equal(page.found.length, 51);
  assert.ok(page.rows <= atMost, `${page.rows} rows`);
});

test("a tag's conversations are the organization's own", async () => {
  const tagged = (scope: World['birch']) =>
    inScope(server.desk.db, scope, (tx) => findInQueue(tx, scope, { tag_id: rare }, { limit: 50, after: null }));
  assert.equal((await tagged(world.birch)).found.length, 5);
  assert.equal((await tagged(world.mallory)).found.length, 0);
});
