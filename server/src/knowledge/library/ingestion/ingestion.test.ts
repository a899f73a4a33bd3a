import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { startServer, type TestServer } from '../../../../test/server.ts';
import { createWorld, type World } from '../../../../test/world.ts';
import type { Desk } from '../../../platform/desk.ts';
import { search, sweepIngestion } from '../../index.ts';
import { ingestDocument as ingest } from '../../ingest-document.ts';

// No job runs by itself here: each test decides when a process claims a document, dies, hangs or resumes.

let server: TestServer;
let world: World;
let collection: string;
before(async () => {
  server = await startServer();
  world = await createWorld(server);
  collection = (await world.wim.posts('/api/knowledge/collections', { name: 'Help centre' })).id;
});
after(() => server.close());

const path = '/api/knowledge/documents';
const scope = () => world.birch;

const adds = async (title: string, text: string): Promise<any> =>
  world.wim.posts(`${path}/text`, { collection_id: collection, title, text, format: 'markdown' }, 202);
const reads = (id: string): Promise<any> => world.wim.gets(`${path}/${id}`);
const builds = (id: string, desk: Desk = server.desk) => ingest(desk, scope(), id);
const isFound = async (query: string, id: string, desk: Desk = server.desk) =>
  (await search(desk, scope(), { query })).some((each) => each.documentId === id);

const inDatabase = (change: string, id: string) =>
  server.desk.db.owner.query(`update document set ${change} where id = $1`, [id]);
const rowsOf = async (table: string, id: string) =>
  (await server.desk.db.owner.query(`select 1 from ${table} where document_id = $1`, [id])).rows.length;

/** Another process, with its own memory. */
const anotherProcess = (): Desk => ({ ...server.desk, db: { ...server.desk.db } });

/** A process that stops while it reads the source, until `resume` is called. */
function hangingProcess() {
  let arrived = () => {};
  let resume = () => {};
  const reached = new Promise<void>((resolve) => (arrived = resolve));
  const gate = new Promise<void>((resolve) => (resume = resolve));
  const get = async (key: string) => {
    arrived();
    await gate;
    return server.desk.blobs.get(key);
  };
  return { desk: { ...server.desk, blobs: { ...server.desk.blobs, get } }, reached, resume: () => resume() };
}

test('no document is lost when a process dies: the sweeper queues it for another process', async () => {
  const { id } = await adds('Lockers', 'Lockers open with the code on your ticket.');
  const dead = hangingProcess();
  const run = builds(id, dead.desk);
  await dead.reached;
  assert.equal((await reads(id)).status, 'fetching');
  assert.equal(await sweepIngestion(server.desk), 0);
  await inDatabase(`lease_until = clock_timestamp() - interval '1 second'`, id);
  assert.equal(await sweepIngestion(server.desk), 1);
  assert.equal((await reads(id)).status, 'queued');
  await builds(id);
  assert.deepEqual([(await reads(id)).status, (await reads(id)).retrievable], ['ready', true]);
  // The process was not dead, but very slow: it detects the lost lease and changes nothing.
  dead.resume();
  await run;
  assert.deepEqual([(await reads(id)).active_version, (await reads(id)).chunk_count], [1, 1]);
});

test('a stage that hangs past its deadline fails with a remedy', async () => {
  const { id } = await adds('Cloakroom', 'The cloakroom closes at midnight.');
  const hanging = hangingProcess();
  const run = builds(id, hanging.desk);
  await hanging.reached;
  await inDatabase(`stage_deadline = clock_timestamp() - interval '1 second'`, id);
  await sweepIngestion(server.desk);
  const failed = await reads(id);
  assert.deepEqual([failed.status, failed.error.code, failed.pending_version], ['failed', 'timeout', null]);
  hanging.resume();
  await run;
  assert.deepEqual([(await reads(id)).status, await rowsOf('chunk', id)], ['failed', 0]);
  await world.wim.posts(`${path}/${id}/reingest`, undefined, 202);
  await builds(id);
  assert.equal((await reads(id)).status, 'ready');
});

test('a document that crashes every process is given up after three attempts', async () => {
  const { id } = await adds('Killer', 'A document that no reader survives.');
  for (let attempt = 1; attempt <= 3; attempt++) {
    const dying = hangingProcess();
    const run = builds(id, dying.desk);
    await dying.reached;
    await inDatabase(`lease = gen_random_uuid(), lease_until = clock_timestamp() - interval '1 second'`, id);
    await sweepIngestion(server.desk);
    dying.resume();
    await run;
  }
  assert.deepEqual([(await reads(id)).status, (await reads(id)).error.code], ['failed', 'timeout']);
});

test('a lost job is queued again', async () => {
  const { id } = await adds('Lost', 'The job of this document got lost.');
  await inDatabase(`stage_deadline = clock_timestamp() - interval '1 second'`, id);
  assert.equal(await sweepIngestion(server.desk), 1);
  assert.equal((await reads(id)).status, 'queued');
  assert.equal(await sweepIngestion(server.desk), 0);
  await builds(id);
});

test('a late run cannot restore a deleted document', async () => {
  const { id } = await adds('Ghost', 'This ghost text must not return.');
  const late = hangingProcess();
  const run = builds(id, late.desk);
  await late.reached;
  await world.wim.deletes(`${path}/${id}`);
  late.resume();
  await run;
  await world.wim.gets(`${path}/${id}`, 404);
  assert.deepEqual([await rowsOf('chunk', id), await rowsOf('document_segment', id)], [0, 0]);
  assert.equal(await isFound('ghost text', id), false);
});

test('a newer source replaces one that is still being ingested', async () => {
  const { id } = await adds('Menu', 'The menu is soup.');
  const slow = hangingProcess();
  const run = builds(id, slow.desk);
  await slow.reached;
  await world.wim.posts(`${path}/${id}/reingest`, { text: 'The menu is salad.' }, 202);
  slow.resume();
  await run;
  assert.equal((await reads(id)).status, 'queued');
  await builds(id);
  const [best] = await search(server.desk, scope(), { query: 'what is the menu' });
  assert.deepEqual([best?.documentId, best?.version, best?.text], [id, 2, 'The menu is salad.']);
});

test('a run that fails for an internal reason is retried', async () => {
  const { id } = await adds('Storage', 'The store is away for a moment.');
  const get = () => Promise.reject(new Error('the disk is away'));
  await assert.rejects(builds(id, { ...server.desk, blobs: { ...server.desk.blobs, get } }));
  assert.equal((await reads(id)).status, 'queued');
  await builds(id);
  assert.equal((await reads(id)).status, 'ready');
});

test('bytes missing from the store are a failure with a remedy', async () => {
  const { id } = await adds('Gone', 'These bytes will be gone.');
  await builds(id, { ...server.desk, blobs: { ...server.desk.blobs, get: async () => null } });
  assert.equal((await reads(id)).error.code, 'fetch_not_found');
});

test('after a process dies between activation and probe, the next one does the rest', async () => {
  const { id } = await adds('Halfway', 'The swap was made and not proven.');
  await builds(id);
  await inDatabase(
    `status = 'indexing', pending_version = 1, probes_total = 0, stage_deadline = now(), attempts = 1`,
    id,
  );
  assert.equal((await reads(id)).retrievable, false);
  await builds(id);
  assert.deepEqual([(await reads(id)).status, (await reads(id)).retrievable], ['ready', true]);
});

test('a large document is stored in batches, indexed in a thread and probed', async () => {
  const sections = Array.from(
    { length: 450 },
    (_, at) => `## Part number ${at}\n\nThe machine part ${at} is kept on shelf ${at * 7}.`,
  );
  const { id } = await adds('Catalogue', sections.join('\n\n'));
  await builds(id);
  const document = await reads(id);
  assert.deepEqual([document.status, document.retrievable, document.chunk_count], ['ready', true, 450]);
  assert.deepEqual(document.progress, { stage: 'ready', done: 450, total: 450 });
  const [best] = await search(server.desk, scope(), { query: 'where is machine part 333 kept' });
  assert.match(best?.text ?? '', /part 333 /);
  const first = await world.wim.gets(`${path}/${id}/chunks?limit=200`);
  const second = await world.wim.gets(`${path}/${id}/chunks?limit=200&cursor=${first.next_cursor}`);
  assert.deepEqual([first.items.length, second.items[0].position], [200, 200]);
});

test('search always finds a document while it is re-ingested repeatedly', async () => {
  const { id } = await adds('Elevator', 'The elevator goes up to floor 0.');
  await builds(id);
  let working = true;
  const looks = (async () => {
    let count = 0;
    for (; working; count++) {
      const found = await search(server.desk, scope(), { query: 'up to which floor does the elevator go', limit: 3 });
      assert.equal(found[0]?.documentId, id);
      assert.match(found[0]?.text ?? '', /elevator goes up to floor/);
      // Yield: the embedded database answers without leaving the current turn of the event loop.
      await nextTurn();
    }
    return count;
  })();
  for (let floor = 1; floor <= 15; floor++) {
    await world.wim.posts(`${path}/${id}/reingest`, { text: `The elevator goes up to floor ${floor}.` }, 202);
    await builds(id);
  }
  working = false;
  assert.ok((await looks) > 15);
  assert.equal((await reads(id)).active_version, 16);
  assert.ok((await rowsOf('chunk', id)) <= 2);
});

test('another process sees documents added, replaced, disabled and deleted', async () => {
  const other = anotherProcess();
  const query = 'when does the fountain run';
  const { id } = await adds('Fountain', 'The fountain runs from May.');
  assert.equal(await isFound(query, id, other), false);
  await builds(id);
  assert.equal(await isFound(query, id, other), true);
  await world.wim.posts(`${path}/${id}/reingest`, { text: 'The fountain runs from June.' }, 202);
  await builds(id);
  assert.match((await search(other, scope(), { query }))[0]?.text ?? '', /June/);
  await world.wim.patches(`${path}/${id}`, { enabled: false });
  assert.equal(await isFound(query, id, other), false);
  await world.wim.patches(`${path}/${id}`, { enabled: true });
  assert.equal(await isFound(query, id, other), true);
  await world.wim.deletes(`${path}/${id}`);
  assert.equal(await isFound(query, id, other), false);
});

test('segments in an older format are rebuilt from the passages', async () => {
  const { id } = await adds('Lighthouse', 'The lighthouse can be visited on Sundays.');
  await builds(id);
  // The first format.
  const { rows } = await server.desk.db.owner.query(
    `update document_segment set body = json_build_object('format', 1, 'documentId', document_id, 'version', version,
      'language', 'en', 'words', array['lighthouse'], 'stems', array[''], 'passages', (select json_agg(json_build_object(
        'id', p -> 'id', 'text', array[0, 1], 'title', array[0, 1])) from json_array_elements(body -> 'passages') p))
      where document_id = $1 returning body`,
    [id],
  );
  assert.equal(rows.length, 1);
  assert.equal(await isFound('visit on Sundays', id, anotherProcess()), true);
});
