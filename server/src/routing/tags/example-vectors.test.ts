import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startEmbeddingServer, type EmbeddingServer } from '../../../test/providers/embedding-server.ts';
import { startServer, type TestServer } from '../../../test/server.ts';
import { eventually } from '../../../test/story/stage.ts';
import { createWorld, type World } from '../../../test/world.ts';
import type { Desk } from '../../platform/desk.ts';
import { openEmbedders } from '../../platform/embedding/open-embedder.ts';
import { inScope } from '../../platform/database/transaction.ts';
import { learnTags, loadPolicy } from '../index.ts';

// `starts` starts a new process with this model on the same database, without any cache.

const key = 'sk-the-key-of-the-provider';
const month = 31 * 86_400_000;
const examples = ['where is my parcel', 'the package has not arrived'];
let provider: EmbeddingServer;
let server: TestServer;
let world: World;
let tag: string;
const running: (() => Promise<void>)[] = [];
before(async () => {
  provider = await startEmbeddingServer({ models: { first: 96, second: 64 }, key });
  const environment = { EMBEDDINGS: 'provider', AI_BASE_URL: provider.baseUrl, AI_API_KEY: key };
  server = await startServer({ environment: { ...environment, AI_EMBEDDING_MODEL: 'first' } });
  world = await createWorld(server);
  tag = (await world.wim.posts('/api/routing/tags', { name: 'delivery', detect: { examples } })).id;
});
after(async () => {
  for (const stop of running) await stop();
  await server.close();
  await provider.close();
});

function starts(model: string): Desk {
  const config = Object.freeze({ ...server.desk.config, AI_EMBEDDING_MODEL: model });
  const { close, ...embedders } = openEmbedders(config, server.desk.log);
  running.push(close);
  return { ...server.desk, db: { ...server.desk.db }, config, ...embedders };
}

/** Returns the texts that the model has embedded until a message of the organization is recognised by meaning. */
async function embedded(desk: Desk, model: string, scope = world.birch): Promise<string[]> {
  const before = provider.textsFor(model).length;
  const { tags } = await inScope(desk.db, scope, (tx) => loadPolicy(tx, scope));
  await eventually(async () =>
    assert.equal((await learnTags(desk, scope, { tags, embedder: desk.embedder }))?.model, desk.embedder?.model),
  );
  return provider.textsFor(model).slice(before).toSorted();
}

const stored = async () =>
  (
    await server.desk.db.owner.query(
      'select model, count(*)::int as vectors from tag_example_embedding group by model order by model',
    )
  ).rows.map(({ vectors }) => vectors);

test('the examples of tags are embedded once, not by every process', async () => {
  assert.deepEqual(await embedded(starts('first'), 'first'), examples.toSorted());
  assert.deepEqual(await embedded(starts('first'), 'first'), []);
});

test('an edit embeds only new examples', async () => {
  const detect = { examples: [...examples, 'no tracking number yet'] };
  await world.wim.patches(`/api/routing/tags/${tag}`, { detect });
  assert.deepEqual(await embedded(starts('first'), 'first'), ['no tracking number yet']);
});

test('another model makes its own vectors, and the former ones remain for a change back', async () => {
  assert.equal((await embedded(starts('second'), 'second')).length, 3);
  assert.deepEqual(await embedded(starts('first'), 'first'), []);
});

test('organizations do not share vectors', async () => {
  await world.mallory.posts('/api/routing/tags', { name: 'delivery', detect: { examples } });
  assert.deepEqual(await embedded(starts('first'), 'first', world.cedar), examples.toSorted());
});

test('vectors that were not used for a month are deleted', async () => {
  assert.deepEqual(await stored(), [5, 3]);
  await world.wim.patches(`/api/routing/tags/${tag}`, { detect: { examples } });
  server.pass(month);
  assert.deepEqual(await embedded(starts('first'), 'first'), []);
  assert.deepEqual(await stored(), [4]);
});
