import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startEmbeddingServer, type EmbeddingServer } from '../../../test/providers/embedding-server.ts';
import { startServer, type TestServer } from '../../../test/server.ts';
import { eventually } from '../../../test/story/stage.ts';
import { createWorld, type World } from '../../../test/world.ts';

const key = 'sk-the-key-of-the-provider';
let provider: EmbeddingServer;
let server: TestServer;
let world: World;
before(async () => {
  provider = await startEmbeddingServer({ models: { first: 96 }, key });
  const model = { EMBEDDINGS: 'provider', AI_BASE_URL: provider.baseUrl, AI_API_KEY: key, AI_EMBEDDING_MODEL: 'first' };
  server = await startServer({ environment: { ...model, EGRESS_ALLOW: '127.0.0.1' }, working: 'jobs' });
  world = await createWorld(server);
  const { id } = await world.wim.posts('/api/knowledge/collections', { name: 'Help centre' });
  const text = 'We replace a bed that breaks on its way to you. Send us a picture of it.';
  await world.wim.posts('/api/knowledge/documents/text', { collection_id: id, title: 'Broken furniture', text }, 202);
  await eventually(async () => {
    const [{ status }] = (await world.max.gets('/api/knowledge/documents')).items;
    const { embedding } = await world.max.gets('/api/knowledge/analysis');
    assert.deepEqual([status, embedding.reindex], ['ready', null]);
  });
});
after(async () => {
  await server.close();
  await provider.close();
});

const simulates = (): Promise<any> =>
  world.wim.posts('/api/knowledge/validation/outcome/simulate', { message: 'Do you replace a broken bed?' }, 200);

/** The model answers, but later than a customer would wait for it. */
const isSlow = () => provider.failNext({ kind: 'delay', milliseconds: 3_000 });

test('a rehearsal is decided as usual also when the model is slow', async () => {
  const usual = await simulates();
  assert.match(usual.confidence.formula, /^vector/);
  isSlow();
  assert.equal((await simulates()).hash, usual.hash);
});

test('and so are its tags', async () => {
  const detect = { examples: ['the bed is broken', 'a leg of the table came off', 'the mattress is ripped'] };
  await world.wim.posts('/api/routing/tags', { name: 'Damage', detect });
  const usual = await simulates();
  assert.match(usual.snapshot.tags, /^meaning/);
  isSlow();
  assert.equal((await simulates()).hash, usual.hash);
});
