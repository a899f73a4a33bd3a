import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startEmbeddingServer, type EmbeddingServer } from '../../../../test/providers/embedding-server.ts';
import { startServer, type TestServer } from '../../../../test/server.ts';
import { createWorld, type World } from '../../../../test/world.ts';
import { createApp } from '../../../app.ts';
import type { Desk } from '../../../platform/desk.ts';
import { openEmbedders } from '../../../platform/embedding/open-embedder.ts';
import { embedDocument } from './embed.actions.ts';
import { sweepEmbeddings } from '../../index.ts';
import { ingestDocument as ingest } from '../../ingest-document.ts';
import { forgetFormerVectors } from './replace-model.actions.ts';

// No job runs by itself here: each test embeds passages explicitly. `restarts` starts a process with another configuration
// on the same database.

const key = 'sk-the-key-of-the-provider';
let provider: EmbeddingServer;
let server: TestServer;
let world: World;
let collection: string;
const running: (() => Promise<void>)[] = [];
before(async () => {
  provider = await startEmbeddingServer({
    models: { first: 96, second: 64, third: 64 },
    key,
    synonyms: ['mattress bed', 'ripped damaged torn', 'bicycle bike', 'lunch meal'],
  });
  server = await startServer({ environment: environmentFor('first') });
  world = await createWorld(server);
  collection = (await world.wim.posts('/api/knowledge/collections', { name: 'Help centre' })).id;
});
after(async () => {
  for (const stop of running) await stop();
  await server.close();
  await provider.close();
});

// The host of AI_BASE_URL needs no EGRESS_ALLOW, because the configuration names it.
const environmentFor = (model: string) => ({
  EMBEDDINGS: 'provider',
  AI_BASE_URL: provider.baseUrl,
  AI_API_KEY: key,
  AI_EMBEDDING_MODEL: model,
});

/** From now on `server` is a new process whose AI_EMBEDDING_MODEL is this one. */
async function restarts(model: string): Promise<Desk> {
  const config = Object.freeze({ ...server.desk.config, AI_EMBEDDING_MODEL: model });
  const { close, ...embedders } = openEmbedders(config, server.desk.log);
  const desk: Desk = { ...server.desk, db: { ...server.desk.db }, config, ...embedders };
  const app = await createApp(desk);
  running.push(async () => {
    await app.close();
    await close();
  });
  Object.assign(server, { app, desk: { ...desk, close: server.desk.close } });
  return desk;
}

async function adds(title: string, text: string): Promise<string> {
  const body = { collection_id: collection, title, text, format: 'markdown' };
  const { id } = await world.wim.posts('/api/knowledge/documents/text', body, 202);
  await ingest(server.desk, world.birch, id);
  return id;
}
const embeds = (id: string) => embedDocument(server.desk, world.birch, id);
const searches = async (query: string): Promise<any[]> =>
  (await world.max.posts('/api/knowledge/search', { query }, 200)).items;
const embedding = async (): Promise<any> => (await world.max.gets('/api/knowledge/analysis')).embedding;
const stored = async (): Promise<Record<string, number>> => {
  const { rows } = await server.desk.db.owner.query(
    'select model, count(*)::int as vectors from chunk_embedding group by model order by model',
  );
  return Object.fromEntries(rows.map(({ model, vectors }) => [model, vectors]));
};
const questionsTo = (model: string, query: string) => provider.textsFor(model).filter((text) => text === query).length;

const asked = 'my mattress got ripped';
const subjects = ['lamp', 'chair', 'table', 'shelf', 'carpet', 'mirror', 'curtain', 'sofa'];
/** Searches repeatedly during `work`: there must always be a result, and never one from two models. */
async function whileAsking(work: () => Promise<void>): Promise<void> {
  let answers = 0;
  let working = true;
  const asking = (async () => {
    while (working) {
      const found = await searches(asked);
      // If the question's vector came from another model than the passages', vector_rank would be missing or the best
      // passage different.
      assert.deepEqual([found[0]?.document_id, found[0]?.vector_rank], [furniture, 1]);
      assert.ok(found.every(({ vector_rank }) => vector_rank !== null));
      answers++;
    }
  })();
  await Promise.race([work(), asking]);
  working = false;
  await asking;
  assert.ok(answers > 0);
}

let furniture: string;
const documents: string[] = [];

test('with a provider model, a question in other words finds its passage', async () => {
  furniture = await adds('Damaged furniture', 'We replace a bed that is torn on its way to you.');
  documents.push(furniture);
  for (const subject of subjects) {
    documents.push(await adds(`Care for your ${subject}`, `Clean the ${subject} once a week and keep it dry.`));
  }
  assert.deepEqual(await searches(asked), []);
  assert.deepEqual((await embedding()).reindex, { done: 0, total: 9 });
  assert.equal(await sweepEmbeddings(server.desk), 9);
  for (const id of documents) await embeds(id);
  const [best] = await searches(asked);
  assert.deepEqual([best.document_id, best.vector_rank], [furniture, 1]);
  assert.deepEqual(await embedding(), {
    provider: 'openai_compatible',
    model: 'first',
    dimensions: 96,
    reindex: null,
  });
});

test('while the provider is down, words answer at once and passages wait for their vectors', async () => {
  // Long enough for all checks below, on a slow machine too.
  provider.failNext({ kind: 'answer', status: 503, headers: { 'retry-after': '6' } });
  const byWords = async () => {
    const items = await searches('damaged furniture');
    assert.equal(items[0].document_id, furniture);
    return items.every(({ vector_rank }) => vector_rank === null);
  };
  assert.equal(await byWords(), true);
  const calls = provider.calls.all.length;
  const id = await adds('Bicycles', 'A bicycle is mended in the yard.');
  documents.push(id);
  await embeds(id);
  assert.equal(await sweepEmbeddings(server.desk), 0);
  assert.equal(await byWords(), true);
  assert.equal(provider.calls.all.length, calls);
  while (await byWords()) assert.equal(provider.calls.all.length, calls);
  assert.equal(await sweepEmbeddings(server.desk), 1);
  await embeds(id);
  assert.equal((await searches('where is my bike mended'))[0].document_id, id);
});

test('during a re-index each search uses one model, finds the same as before, and is not delayed', async () => {
  await restarts('second');
  const before = await searches(asked);
  assert.ok(before.length > 0);
  assert.deepEqual((await embedding()).reindex, { done: 0, total: 10 });
  assert.equal(await sweepEmbeddings(server.desk), 10);
  const secondBefore = questionsTo('second', asked);
  await whileAsking(async () => {
    for (const [done, id] of documents.slice(0, 6).entries()) {
      assert.deepEqual((await embedding()).reindex, { done, total: 10 });
      await embeds(id);
    }
  });
  assert.equal(questionsTo('second', asked), secondBefore);
  assert.deepEqual(await stored(), { first: 10, second: 6 });
});

test('a process that starts during a re-index continues it', async () => {
  const firstTexts = provider.textsFor('second').length;
  await restarts('second');
  assert.deepEqual((await embedding()).reindex, { done: 6, total: 10 });
  assert.equal((await searches(asked))[0].document_id, furniture);
  assert.equal(await sweepEmbeddings(server.desk), 4);
  assert.equal(provider.textsFor('second').length, firstTexts);
});

test('a document added during a re-index is found by its meaning with both models', async () => {
  const id = await adds('Canteen', 'There is a warm meal every day at noon.');
  documents.push(id);
  await embeds(id);
  assert.deepEqual(await stored(), { first: 11, second: 6 });
  const [best] = await searches('lunch at noon');
  assert.deepEqual([best.document_id, best.vector_rank], [id, 1]);
  await embeds(id);
  assert.deepEqual(await stored(), { first: 11, second: 7 });
});

test('after the last document, the new model is in use and the old vectors are deleted', async () => {
  await whileAsking(async () => {
    for (const id of documents.slice(6)) await embeds(id);
    await searches(asked);
  });
  assert.equal((await embedding()).reindex, null);
  assert.deepEqual(await stored(), { first: 11, second: 11 });
  const [firsts, seconds] = [questionsTo('first', asked), questionsTo('second', asked)];
  const found = await searches(asked);
  assert.deepEqual([found[0].document_id, found[0].vector_rank], [furniture, 1]);
  assert.deepEqual([questionsTo('first', asked), questionsTo('second', asked)], [firsts, seconds + 1]);
  await forgetFormerVectors(server.desk, world.birch);
  assert.deepEqual(await stored(), { second: 11 });
  assert.equal(await sweepEmbeddings(server.desk), 0);
});

test('if the old model is no longer available, the new one is used for its vectors and words find the rest', async () => {
  await restarts('third');
  provider.withdraw('second');
  // No passage has a vector yet, so there is nothing to compare a question with.
  assert.deepEqual(await searches(asked), []);
  assert.equal((await searches('damaged furniture'))[0].document_id, furniture);
  assert.equal(await sweepEmbeddings(server.desk), 11);
  await embeds(furniture);
  const [best] = await searches(asked);
  assert.deepEqual([best.document_id, best.vector_rank], [furniture, 1]);
  const [chair] = await searches('care for your chair');
  assert.deepEqual([chair.title, chair.vector_rank], ['Care for your chair', null]);
});

test('removing the last unfinished document completes the re-index', async () => {
  for (const id of documents.slice(1, -1)) await embeds(id);
  await world.wim.deletes(`/api/knowledge/documents/${documents.at(-1)}`);
  assert.equal((await embedding()).reindex, null);
  assert.equal(await sweepEmbeddings(server.desk), 0);
  await forgetFormerVectors(server.desk, world.birch);
  assert.deepEqual(await stored(), { third: 10 });
});

test('another organization has its own model in use and its own vectors', async () => {
  const { id } = await world.mallory.posts('/api/knowledge/collections', { name: 'Cedar' });
  const body = { collection_id: id, title: 'Beds', text: 'A torn bed is replaced.' };
  const document = await world.mallory.posts('/api/knowledge/documents/text', body, 202);
  await ingest(server.desk, world.cedar, document.id);
  await embedDocument(server.desk, world.cedar, document.id);
  const { items } = await world.mallory.posts('/api/knowledge/search', { query: asked }, 200);
  assert.deepEqual(
    items.map((each: any) => [each.document_id, each.vector_rank]),
    [[document.id, 1]],
  );
});
