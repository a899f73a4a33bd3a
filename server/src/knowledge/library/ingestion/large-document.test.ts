import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { after, before, test } from 'node:test';
import type pg from 'pg';
import { startServer, type TestServer } from '../../../../test/server.ts';
import { createWorld, type World } from '../../../../test/world.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { Desk } from '../../../platform/desk.ts';
import { search } from '../../index.ts';
import { examineDocument } from '../../insight/examination/examine-document.actions.ts';
import { ingestDocument as ingest } from '../../ingest-document.ts';

// A document of many passages is written, loaded and examined in steps, so that other work does not wait for the whole of it.

const passages = 700;
const topics = ['kettle', 'ladder', 'mirror', 'pillow', 'rocket', 'saddle', 'teapot'];
const text = Array.from({ length: passages }, (_, at) => {
  const topic = topics[at % topics.length];
  const sentence = `The ${topic} of row ${at} stands on shelf ${at * 3} and is wiped with a dry cloth once a week by the ${topic} keeper.`;
  return `## Row ${at}\n\n${sentence} ${sentence.replace('wiped', 'oiled')}`;
}).join('\n\n');

/** The traffic of the connections: rows of each answer, and bytes of the parameters. */
const seen: { sql: string; rows: number; bytes: number }[] = [];
let breaks: (sql: string) => boolean = () => false;
/** Set only for the work of the ingestion: makes it wait before it takes a connection. */
const ingesting = new AsyncLocalStorage<() => Promise<void> | undefined>();

function observed(db: Db): Db {
  const connect = db.pool.connect.bind(db.pool) as () => Promise<pg.PoolClient>;
  const known = new WeakSet<pg.PoolClient>();
  const watched = async () => {
    await ingesting.getStore()?.();
    const client = await connect();
    if (!known.has(client)) watch(client);
    known.add(client);
    return client;
  };
  db.pool.connect = ((done?: (error: Error | undefined, client?: pg.PoolClient, release?: unknown) => void) => {
    if (!done) return watched();
    return void watched().then((client) => done(undefined, client, client.release), done);
  }) as typeof db.pool.connect;
  return db;
}

function watch(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<pg.QueryResult>;
  client.query = ((...args: unknown[]) => {
    // Only the pool itself calls this with a callback.
    if (typeof args.at(-1) === 'function') return query(...args);
    return observedQuery(...args);
  }) as typeof client.query;
  const observedQuery = async (...args: unknown[]) => {
    const sql = typeof args[0] === 'string' ? args[0] : (args[0] as { text: string }).text;
    if (breaks(sql)) throw new Error('The process has died.');
    const result = await query(...args);
    const values = (args[1] ?? []) as unknown[];
    seen.push({ sql, rows: result.rows?.length ?? 0, bytes: JSON.stringify(values).length });
    return result;
  };
}

let server: TestServer;
let world: World;
let collection: string;
let url: string;
before(async () => {
  server = await startServer({ database: observed });
  world = await createWorld(server);
  url = await server.listen();
  collection = (await world.wim.posts('/api/knowledge/collections', { name: 'Store' })).id;
});
after(() => server.close());

const path = '/api/knowledge/documents';
const adds = async (title: string): Promise<string> =>
  (await world.wim.posts(`${path}/text`, { collection_id: collection, title, text, format: 'markdown' }, 202)).id;
const reads = (id: string): Promise<any> => world.wim.gets(`${path}/${id}`);
const anotherProcess = (): Desk => ({ ...server.desk, db: { ...server.desk.db } });
const ids = async (sql: string, id: string): Promise<string[]> =>
  (await server.desk.db.owner.query(sql, [id])).rows.map((row) => String(row['id']));

test('questions are answered while a large document is written, and its progress is visible', async () => {
  const { id: small } = await world.wim.posts(
    `${path}/text`,
    {
      collection_id: collection,
      title: 'Refunds',
      text: 'Refunds are paid within nine days.',
    },
    202,
  );
  await ingest(server.desk, world.birch, small);
  const id = await adds('The store');
  let done = false;
  let answered = Promise.withResolvers<void>();
  const met = new Set<string>();
  const seenBoth = () => met.has('chunking') && met.has('indexing');
  const building = ingesting
    .run(
      () => (seenBoth() ? undefined : answered.promise),
      () => ingest(server.desk, world.birch, id),
    )
    .finally(() => (done = true));
  // One question is answered between any two transactions of the ingestion, so none of them locks the tables for long.
  const headers = { authorization: `Bearer ${world.wim.token}`, 'content-type': 'application/json' };
  while (!done) {
    const body = JSON.stringify({ query: 'when are refunds paid' });
    const answer = await fetch(`${url}/api/knowledge/search`, { method: 'POST', headers, body });
    assert.equal(answer.status, 200);
    const { items }: any = await answer.json();
    assert.equal(items[0]?.document_id, small);
    const { status, progress }: any = await (await fetch(`${url}${path}/${id}`, { headers })).json();
    if (progress?.done > 0) met.add(status);
    answered.resolve();
    answered = Promise.withResolvers();
  }
  await building;
  const document = await reads(id);
  assert.deepEqual([document.status, document.retrievable, document.chunk_count], ['ready', true, passages]);
  assert.ok(seenBoth(), [...met].join());
});

test('no statement writes or reads a large document as a whole', async () => {
  seen.length = 0;
  const id = await adds('Once more');
  await ingest(server.desk, world.birch, id);
  const other = anotherProcess();
  const [best] = await search(other, world.birch, { query: 'where stands the kettle of row 693' });
  assert.match(best?.text ?? '', /row 693 /);
  await examineDocument(server.desk, world.birch, id);
  const widest = seen.toSorted((one, next) => next.rows - one.rows)[0];
  assert.ok(
    seen.some(({ rows }) => rows > 400),
    'the document was read',
  );
  assert.ok((widest?.rows ?? 0) <= 501, `${widest?.rows} rows: ${widest?.sql}`);
  const heaviest = seen.toSorted((one, next) => next.bytes - one.bytes)[0];
  assert.ok((heaviest?.bytes ?? 0) < text.length, `${heaviest?.bytes} bytes: ${heaviest?.sql}`);
});

test('large documents are indexed in one thread, one after another', async () => {
  let started = 0;
  const count = () => void started++;
  await ingest(server.desk, world.birch, await adds('The first'));
  subscribe('worker_threads', count);
  const more = [await adds('The second'), await adds('The third')];
  await Promise.all(more.map((id) => ingest(server.desk, world.birch, id)));
  unsubscribe('worker_threads', count);
  assert.equal(started, 0);
  for (const id of more) {
    assert.deepEqual([(await reads(id)).status, (await reads(id)).retrievable], ['ready', true]);
    await world.wim.deletes(`${path}/${id}`);
  }
});

test('after a process dies half-way, nothing is duplicated and nothing is missing', async () => {
  for (const table of ['chunk', 'document_segment']) {
    const id = await adds(`Interrupted at ${table}`);
    let left = 2;
    breaks = (sql) => sql.startsWith(`insert into "${table}"`) && left-- <= 0;
    await assert.rejects(ingest(server.desk, world.birch, id), /died/);
    breaks = () => false;
    assert.ok((await ids(`select id from chunk where document_id = $1`, id)).length > 0);
    assert.equal((await reads(id)).status, 'queued');
    await ingest(anotherProcess(), world.birch, id);
    assert.deepEqual([(await reads(id)).status, (await reads(id)).chunk_count], ['ready', passages]);
    const chunks = await ids('select id from chunk where document_id = $1 order by position', id);
    assert.equal(new Set(chunks).size, passages);
    const inSegment = `select p ->> 'id' as id from document_segment, json_array_elements(body -> 'passages') with ordinality as e (p, at)
      where document_id = $1 order by part, at`;
    assert.deepEqual(await ids(inSegment, id), chunks, table);
    const found = await search(server.desk, world.birch, { query: `Interrupted at ${table} row 699 shelf 2097` });
    assert.equal(found[0]?.documentId, id);
    await world.wim.deletes(`${path}/${id}`);
  }
});

test('a large version is replaced atomically, even if half of the new one is already staged', async () => {
  const id = await adds('Twice');
  await ingest(server.desk, world.birch, id);
  const asks = async (query: string) => (await search(server.desk, world.birch, { query, limit: 3 }))[0];
  assert.equal((await asks('Twice kettle row 7'))?.version, 1);
  await world.wim.posts(`${path}/${id}/reingest`, { text: text.replaceAll('cloth', 'sponge') }, 202);
  let left = 2;
  breaks = (sql) => sql.startsWith('insert into "document_segment"') && left-- <= 0;
  await assert.rejects(ingest(server.desk, world.birch, id));
  breaks = () => false;
  assert.deepEqual([(await asks('Twice kettle row 7'))?.version, (await reads(id)).active_version], [1, 1]);
  await ingest(server.desk, world.birch, id);
  const best = await asks('Twice kettle row 7');
  assert.deepEqual([best?.version, /sponge/.test(best?.text ?? '')], [2, true]);
  assert.equal((await asks('Twice the last row 699 with a sponge'))?.version, 2);
});
