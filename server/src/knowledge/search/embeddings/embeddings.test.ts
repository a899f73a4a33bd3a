import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { startServer, type TestServer } from '../../../../test/server.ts';
import { createWorld, type World } from '../../../../test/world.ts';
import type { Desk } from '../../../platform/desk.ts';
import { embedDocument } from './embed.actions.ts';
import { draftAnswer, search, sweepEmbeddings } from '../../index.ts';
import { ingestDocument as ingest } from '../../ingest-document.ts';

// No job runs by itself here: each test embeds passages explicitly. The model is the real one.

let server: TestServer;
let world: World;
let collection: string;
let thread: Worker | null = null;
let threads = 0;
process.on('worker', (worker: Worker) => {
  thread = worker;
  threads++;
});
before(async () => {
  server = await startServer({ environment: { EMBEDDINGS: 'embedded' } });
  world = await createWorld(server);
  collection = (await world.wim.posts('/api/knowledge/collections', { name: 'Help centre' })).id;
});
after(() => server.close());

const path = '/api/knowledge/documents';

async function adds(title: string, text: string, more: object = {}): Promise<string> {
  const body = { collection_id: collection, title, text, format: 'markdown', ...more };
  const { id } = await world.wim.posts(`${path}/text`, body, 202);
  await ingest(server.desk, world.birch, id);
  return id;
}
const embeds = (id: string, desk: Desk = server.desk) => embedDocument(desk, world.birch, id);
const finds = (query: string, desk: Desk = server.desk) => search(desk, world.birch, { query });
const rankOf = async (id: string, query: string, desk?: Desk) =>
  (await finds(query, desk)).findIndex((each) => each.documentId === id);
const vectorRanks = async (query: string, desk?: Desk) =>
  (await finds(query, desk)).map(({ vectorRank }) => vectorRank);
const vectorsOf = async (id: string): Promise<Record<string, unknown>[]> =>
  (
    await server.desk.db.owner.query(
      'select version, model, vector_dims(embedding) as dimensions from chunk_embedding where document_id = $1',
      [id],
    )
  ).rows;
const inDatabase = (change: string, id: string) =>
  server.desk.db.owner.query(`update document set ${change} where id = $1`, [id]);
/** Another process, with an index of its own in memory. */
const anotherProcess = (): Desk => ({ ...server.desk, db: { ...server.desk.db } });

const asked = 'my mattress got ripped';
let furniture: string;

test('before there are vectors, a question is answered by its words, without loading the model', async () => {
  furniture = await adds('Damaged furniture', 'We replace a bed that breaks on its way to you.');
  await adds('Opening hours', 'The showroom is open during the week, from nine to six.');
  assert.deepEqual((await vectorRanks('Damaged furniture')).slice(0, 1), [null]);
  assert.notEqual(await draftAnswer(server.desk, world.birch, { question: 'Damaged furniture?', history: [] }), null);
  assert.equal(await rankOf(furniture, asked), -1);
  assert.equal(threads, 0);
});

test('with vectors, a question in other words finds its passage', async () => {
  const reindex = async () => (await world.max.gets('/api/knowledge/analysis')).embedding.reindex;
  assert.equal(await sweepEmbeddings(server.desk), 2);
  assert.deepEqual(await reindex(), { done: 0, total: 2 });
  for (const { id } of (await world.wim.gets(path)).items) await embeds(id);
  assert.equal(await reindex(), null);
  assert.deepEqual(await vectorsOf(furniture), [
    { version: 1, model: server.desk.embedder?.model, dimensions: server.desk.embedder?.dimensions },
  ]);
  const [best] = await finds(asked);
  assert.deepEqual([best?.documentId, best?.vectorRank], [furniture, 1]);
  const { items } = await world.max.posts('/api/knowledge/search', { query: asked }, 200);
  assert.deepEqual([items[0].document_id, items[0].vector_rank], [furniture, 1]);
  assert.equal(threads, 1);
  assert.equal(await sweepEmbeddings(server.desk), 0);
});

test('another process sees the new vectors, and sees that they are gone with the document', async () => {
  const other = anotherProcess();
  const id = await adds('Lunch', 'The canteen serves soup and bread every day at noon.');
  const ranked = async () => (await finds('what is there to eat', other)).find((each) => each.documentId === id);
  assert.equal((await ranked())?.vectorRank ?? null, null);
  await embeds(id);
  assert.equal((await ranked())?.vectorRank, 1);
  await world.wim.deletes(`${path}/${id}`);
  assert.equal(await ranked(), undefined);
  assert.deepEqual(await vectorsOf(id), []);
});

test('a new version serves without vectors until it has its own, and the old ones are deleted with their passages', async () => {
  const id = await adds('Bicycle', 'Bicycles are repaired in the yard.');
  await embeds(id);
  for (const text of ['Bicycles are mended in the garage.', 'Bicycles are mended in the workshop.']) {
    await world.wim.posts(`${path}/${id}/reingest`, { text }, 202);
    await ingest(server.desk, world.birch, id);
  }
  const ofBicycle = async () => (await finds('where are bicycles mended')).find((each) => each.documentId === id);
  assert.deepEqual([(await ofBicycle())?.version, (await ofBicycle())?.vectorRank], [3, null]);
  await embeds(id);
  assert.deepEqual([(await ofBicycle())?.version, (await ofBicycle())?.vectorRank], [3, 1]);
  assert.deepEqual(
    (await vectorsOf(id)).map((row) => row['version']),
    [3],
  );
});

test('vectors of another model are not used and are remade', async () => {
  await server.desk.db.owner.query(`update chunk_embedding set model = 'older' where document_id = $1`, [furniture]);
  await inDatabase(`embedded_model = 'older'`, furniture);
  const stranger = anotherProcess();
  const ofFurniture = async (desk: Desk) => (await finds(asked, desk)).find((each) => each.documentId === furniture);
  assert.equal((await ofFurniture(stranger))?.vectorRank ?? null, null);
  assert.equal(await sweepEmbeddings(server.desk), 1);
  await embeds(furniture);
  assert.equal((await ofFurniture(stranger))?.vectorRank, 1);
  assert.deepEqual(
    (await vectorsOf(furniture)).map((row) => String(row['model'])).toSorted((one, other) => (one < other ? -1 : 1)),
    ['older', server.desk.embedder?.model],
  );
});

test('when a process dies while embedding, the sweeper takes over the rest', async () => {
  const sections = Array.from({ length: 40 }, (_, at) => `## Shelf ${at}\n\nShelf ${at} holds box ${at * 7}.`);
  const id = await adds('Shelves', sections.join('\n\n'));
  await embeds(id);
  assert.equal((await vectorsOf(id)).length, 16);
  // The process claimed the next passages and died.
  await inDatabase(`embedding_due = now() + interval '1 minute', embedding_attempts = 1`, id);
  await embeds(id);
  assert.deepEqual([(await vectorsOf(id)).length, await sweepEmbeddings(server.desk)], [16, 0]);
  await inDatabase(`embedding_due = now() - interval '1 second'`, id);
  assert.equal(await sweepEmbeddings(server.desk), 1);
  await embeds(id);
  await embeds(id);
  assert.deepEqual([(await vectorsOf(id)).length, await sweepEmbeddings(server.desk)], [40, 0]);
});

test('a document in a language that the model does not read gets no vectors', async () => {
  const id = await adds('Öffnungszeiten', 'Das Lager ist am Montag geschlossen.', { language: 'de' });
  await embeds(id);
  assert.deepEqual([await vectorsOf(id), await sweepEmbeddings(server.desk)], [[], 0]);
});

test('when the thread dies, no question or document fails: words answer, and a new thread takes over', async () => {
  const id = await adds('Umbrella', 'Umbrellas are lent at the reception.');
  const before = threads;
  const [ranks] = await Promise.all([vectorRanks('where can I borrow an umbrella'), thread?.terminate()]);
  assert.deepEqual([ranks.length > 0, ranks.every((rank) => rank === null)], [true, true]);
  assert.equal(threads, before);
  // Wait until the model is loaded; until then words answer.
  while ((await vectorRanks(asked))[0] !== 1) assert.equal(threads, before + 1);
  assert.equal(threads, before + 1);
  await Promise.all([embeds(id), pause(0).then(() => thread?.terminate())]);
  assert.deepEqual(await vectorsOf(id), []);
  assert.equal((await world.wim.gets(`${path}/${id}`)).status, 'ready');
  await inDatabase(`embedding_due = now() - interval '1 second'`, id);
  assert.equal(await sweepEmbeddings(server.desk), 1);
  await embeds(id);
  assert.equal((await vectorsOf(id)).length, 1);
});

test('a model that does not answer in time delays no answer', async () => {
  const { embedder } = server.desk;
  assert.ok(embedder);
  const slow = { ...embedder, embed: () => new Promise<Float32Array[]>(() => {}) };
  // The search must return although this model never answers.
  assert.deepEqual((await vectorRanks('Damaged furniture', { ...server.desk, embedder: slow }))[0], null);
});

test('when embedding is off, stored vectors are not used and nothing is enqueued', async () => {
  const off: Desk = { ...anotherProcess(), embedder: null };
  assert.ok((await vectorRanks(asked, off)).every((rank) => rank === null));
  const { id } = await world.wim.posts(
    `${path}/text`,
    { collection_id: collection, title: 'Off', text: 'This is what nobody embeds while the model is switched off.' },
    202,
  );
  await ingest(off, world.birch, id);
  assert.equal(await sweepEmbeddings(off), 0);
  await embeds(id, off);
  assert.deepEqual(await vectorsOf(id), []);
  // When embedding is on again, the document is picked up.
  assert.equal(await sweepEmbeddings(server.desk), 1);
});
