import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { startEmbeddingServer, type EmbeddingServer } from '../../../test/providers/embedding-server.ts';
import { startServer, type TestServer } from '../../../test/server.ts';
import { createWorld, type World } from '../../../test/world.ts';
import { createApp } from '../../app.ts';
import type { Desk } from '../../platform/desk.ts';
import { embedDocument } from './embeddings/embed.actions.ts';
import { draftAnswer } from '../index.ts';
import { ingestDocument as ingest } from '../ingest-document.ts';
import { withKnowledge } from './loading/live-knowledge.ts';

// Two processes on one database: the organization is small for one of them and large for the other.

let provider: EmbeddingServer;
let server: TestServer;
let world: World;
let small: TestServer['app'];
let large: { app: TestServer['app']; desk: Desk };
let collection: string;
const documents: string[] = [];
before(async () => {
  provider = await startEmbeddingServer({ models: { meaning: 48 }, synonyms: ['refund money back', 'parcel package'] });
  server = await startServer({
    environment: { EMBEDDINGS: 'provider', AI_BASE_URL: provider.baseUrl, AI_EMBEDDING_MODEL: 'meaning' },
  });
  world = await createWorld(server);
  small = server.app;
  const desk: Desk = { ...server.desk, db: { ...server.desk.db }, mostPassagesInMemory: 3 };
  large = { desk, app: await createApp(desk) };
  collection = (await world.wim.posts('/api/knowledge/collections', { name: 'Help centre' })).id;
});
after(async () => {
  await large.app.close();
  await server.close();
  await provider.close();
});

async function adds(title: string, text: string, desk: Desk = server.desk): Promise<string> {
  const body = { collection_id: collection, title, text, format: 'markdown' };
  const { id } = await world.wim.posts('/api/knowledge/documents/text', body, 202);
  await ingest(desk, world.birch, id);
  return id;
}
const isLean = (desk: Desk) => withKnowledge(desk, world.birch, async ({ index }) => index.isLean);

/** Searches with one of the two processes. */
async function searches(app: TestServer['app'], body: object): Promise<any[]> {
  server.app = app;
  try {
    return (await world.max.posts('/api/knowledge/search', body, 200)).items;
  } finally {
    server.app = small;
  }
}

/** The database computes cosines in single precision. */
const rounded = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, each) => (typeof each === 'number' ? Math.round(each * 1e4) / 1e4 : each));

const folder = new URL('../../../../demo/knowledge/', import.meta.url);
const questions = [
  'how do I get a refund for a returned product',
  'where is my parcel',
  'my thermostat does not heat',
  'can I cancel plus',
  'I forgot my pasword and cannot sign in',
  'baterries are empty',
  'does the hub work with 5 GHz wifi',
  'what does E4 mean',
  'how long is the warranty',
  'change my credit card',
  'two step verification',
  'move to a new house',
  'is there a discount for companies',
  'money back for the installation visit',
  'the valve makes a noise at night',
  'delete my account and all my data',
];

test('candidates rank the same as all passages, with their vectors in the database', async () => {
  for (const name of readdirSync(folder).slice(0, 16)) {
    const text = readFileSync(new URL(name, folder), 'utf8');
    documents.push(await adds(name.replace('.md', '').replaceAll('-', ' '), text));
  }
  for (const compared of ['by words', 'by vectors too']) {
    assert.deepEqual([await isLean(server.desk), await isLean(large.desk)], [false, true]);
    for (const query of questions) {
      const expected = await searches(small, { query, limit: 5 });
      assert.deepEqual(
        rounded(await searches(large.app, { query, limit: 5 })),
        rounded(expected),
        `${compared}: ${query}`,
      );
      assert.ok(
        expected.length === 5 &&
          expected.some(({ vector_rank }) => (compared === 'by words') === (vector_rank === null)),
      );
    }
    for (const id of documents) await embedDocument(server.desk, world.birch, id);
  }
});

test('answers and their confidence are the same', async () => {
  for (const question of questions) {
    const asked = { question, history: [{ from: 'customer' as const, text: 'I have a thermostat and a hub' }] };
    const [one, other] = [
      await draftAnswer(server.desk, world.birch, asked),
      await draftAnswer(large.desk, world.birch, asked),
    ];
    assert.equal(other?.text, one?.text);
    assert.deepEqual(rounded([other?.confidence, other?.options]), rounded([one?.confidence, one?.options]));
  }
});

test('a new document is found and proven retrievable, and is gone when removed, hidden or replaced', async () => {
  const query = 'where can I park my caravan';
  const id = await adds('Parking', 'A caravan can be parked behind the building.', large.desk);
  const ofIt = async () => (await searches(large.app, { query })).find((each) => each.document_id === id);
  assert.equal((await ofIt()).version, 1);
  assert.equal((await world.max.gets(`/api/knowledge/documents/${id}`)).retrievable, true);
  await world.wim.patches(`/api/knowledge/documents/${id}`, { enabled: false });
  assert.equal(await ofIt(), undefined);
  await world.wim.patches(`/api/knowledge/documents/${id}`, { enabled: true });
  await world.wim.posts(`/api/knowledge/documents/${id}/reingest`, { text: 'Park your caravan at the harbour.' }, 202);
  await ingest(large.desk, world.birch, id);
  assert.equal((await ofIt()).version, 2);
  await world.wim.deletes(`/api/knowledge/documents/${id}`);
  assert.equal(await ofIt(), undefined);
});

test('only documents of the requested and enabled collections are candidates', async () => {
  const { id } = await world.wim.posts('/api/knowledge/collections', { name: 'Other' });
  const body = { collection_id: id, title: 'Refund of fares', text: 'The refund of a fare takes a week.' };
  const document = await world.wim.posts('/api/knowledge/documents/text', body, 202);
  await ingest(server.desk, world.birch, document.id);
  const query = 'refund';
  const within = async (ids: string[]) =>
    new Set((await searches(large.app, { query, collection_ids: ids })).map((each) => each.document_id));
  assert.deepEqual(await within([id]), new Set([document.id]));
  assert.equal((await within([collection])).has(document.id), false);
  await world.wim.patches(`/api/knowledge/collections/${id}`, { enabled: false });
  assert.equal((await within([id])).size, 0);
});
