import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { after, before, test } from 'node:test';
import { pino } from 'pino';
import { startEmbeddingServer, type EmbeddingServer } from '../../../test/providers/embedding-server.ts';
import { readConfig } from '../config/config.ts';
import { createEgress } from '../egress/egress.ts';
import type { Embedder } from './embedder.ts';
import { openEmbedders } from './open-embedder.ts';
import { providerModel } from './provider-model.ts';

const key = 'sk-this-is-the-key';
const secretText = 'my card number is 4000 1234';
const none = /no embedding model/;

let provider: EmbeddingServer;
let logged = '';
const log = pino(
  { level: 'trace' },
  new Writable({
    write(chunk, _, done) {
      logged += String(chunk);
      done();
    },
  }),
);
before(async () => {
  provider = await startEmbeddingServer({ models: { small: 24, large: 96 }, key });
});
after(() => provider.close());

/** Gives each test a new model, so that it does not inherit a pause from the previous test. */
async function withModel(work: (model: Embedder) => Promise<void>, { name = 'small', apiKey = key } = {}) {
  const egress = createEgress({ trusted: [provider.baseUrl] });
  const model = providerModel({ baseUrl: provider.baseUrl, apiKey }, name, { egress, log });
  provider.calls.clear();
  try {
    await work(model);
  } finally {
    provider.clearFaults();
    await model.close();
    await egress.close();
  }
}

const dot = (one: Float32Array, other: Float32Array) =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);

test('vectors have unit length, the order of the texts, and the dimensions of the provider', () =>
  withModel(async (model) => {
    assert.equal(model.dimensions, null);
    const [first, second, again, empty] = await model.embed(
      ['a red door', 'winter tyres', 'a red door', ' '],
      'passages',
    );
    assert.ok(first && second && again && empty);
    for (const vector of [first, second, empty]) assert.ok(Math.abs(dot(vector, vector) - 1) < 1e-5);
    assert.deepEqual([first.length, model.dimensions, dot(first, second) < 0.9], [24, 24, true]);
    assert.deepEqual(again, first);
    const [call] = provider.calls.all;
    assert.deepEqual([provider.calls.all.length, call?.headers['authorization']], [1, `Bearer ${key}`]);
  }));

test('passages wait for Retry-After; a question does not wait', () =>
  withModel(async (model) => {
    provider.failNext({ kind: 'answer', status: 429, headers: { 'retry-after': '1' }, body: {} });
    const started = performance.now();
    assert.equal((await model.embed(['one'], 'passages')).length, 1);
    assert.ok(performance.now() - started > 900);
    provider.failNext({ kind: 'answer', status: 429, headers: { 'retry-after': '30' }, body: {} });
    await assert.rejects(model.embed(['one'], 'question'), none);
    const calls = provider.calls.all.length;
    assert.equal(model.resting, true);
    // The model sends no request before the time is over, and does not wait that long.
    await assert.rejects(model.embed(['one'], 'question'), none);
    await assert.rejects(model.embed(['one'], 'passages'), none);
    assert.equal(provider.calls.all.length, calls);
  }));

test('passages are tried again when the provider fails or cannot be reached', () =>
  withModel(async (model) => {
    provider.failNext({ kind: 'answer', status: 500, body: { error: { message: secretText } } });
    provider.failNext({ kind: 'reset' });
    assert.equal((await model.embed(['one', 'two'], 'passages')).length, 2);
    assert.equal(provider.calls.all.length, 3);
  }));

for (const nonsense of ['wrong count', 'wrong dimensions', 'not a number'] as const) {
  test(`an answer with ${nonsense} is invalid, and the request is repeated`, () =>
    withModel(async (model) => {
      await model.embed(['one', 'two'], 'question');
      provider.answerNext(nonsense);
      const vectors = await model.embed(['one', 'two'], 'passages');
      assert.deepEqual([vectors.length, provider.calls.all.length], [2, 3]);
    }));
}

test('overlong texts are cut, and a refusal of single texts does not pause the model', () =>
  withModel(async (model) => {
    await model.embed(['word '.repeat(10_000)], 'passages');
    assert.ok((provider.textsFor('small')[0] ?? '').length <= 2_000);
    // Half of an emoji would be refused as JSON, together with the other texts.
    await model.embed([`x${'😀'.repeat(2_000)}`], 'passages');
    assert.ok(provider.textsFor('small').every((text) => text.isWellFormed()));
    provider.failNext({ kind: 'answer', status: 400, body: { error: { message: 'too long' } } });
    await assert.rejects(model.embed(['one'], 'passages'), none);
    assert.deepEqual([model.resting, model.refused], [false, false]);
    assert.equal((await model.embed(['one'], 'question')).length, 1);
  }));

test('a model that does not exist, or not for this key, is marked as refused', async () => {
  await withModel(
    async (model) => {
      await assert.rejects(model.embed(['one'], 'passages'), none);
      assert.deepEqual([model.refused, provider.calls.all.length], [true, 1]);
    },
    { name: 'unheard-of' },
  );
  await withModel(
    async (model) => {
      await assert.rejects(model.embed(['one'], 'question'), none);
      assert.equal(model.refused, true);
    },
    { apiKey: 'sk-wrong' },
  );
});

test('closing rejects waiting requests', () =>
  withModel(async (model) => {
    provider.failNext({ kind: 'hang' });
    const waiting = model.embed(['one'], 'passages');
    await provider.calls.until((all) => all.length === 1);
    await model.close();
    await assert.rejects(waiting);
    await assert.rejects(model.embed(['one'], 'question'), none);
  }));

test('no request reaches an address that the configuration does not name', async () => {
  const egress = createEgress();
  const model = providerModel({ baseUrl: provider.baseUrl, apiKey: key }, 'small', { egress, log });
  provider.calls.clear();
  await assert.rejects(model.embed(['one'], 'question'), none);
  assert.equal(provider.calls.all.length, 0);
  await model.close();
  await egress.close();
});

test('the log contains the failure, but neither key nor text nor answer', async () => {
  await withModel(async (model) => {
    provider.failNext({ kind: 'answer', status: 500, body: { error: { message: `${key} ${secretText}` } } });
    await assert.rejects(model.embed([secretText], 'question'), none);
  });
  assert.match(logged, /"reason":"http_500"/);
  assert.match(logged, /"reason":"http_404"/);
  assert.doesNotMatch(logged, /sk-|card|4000/);
});

const sealed = { SECRET_KEY: Buffer.alloc(32, 7).toString('base64'), EMAIL_INBOUND_SECRET: 'whsec_dGVzdA==' };
const complete = { EMBEDDINGS: 'provider', AI_BASE_URL: 'http://127.0.0.1:9/v1', AI_EMBEDDING_MODEL: 'small' };

test('a configuration without a usable embedding model stops the start with the missing variable', () => {
  assert.equal(readConfig({ ...sealed, ...complete }).AI_EMBEDDING_MODEL, 'small');
  const starts = (more: object) => () => readConfig({ ...sealed, ...complete, ...more });
  assert.throws(starts({ AI_EMBEDDING_MODEL: '' }), /needs AI_EMBEDDING_MODEL/);
  assert.throws(starts({ AI_BASE_URL: '' }), /needs AI_BASE_URL/);
  assert.throws(starts({ AI_BASE_URL: 'localhost:11434' }), /AI_BASE_URL is not/);
  assert.throws(
    starts({ AI_BASE_URL: `https://me:${key}@example.com/v1` }),
    (error: Error) => !error.message.includes(key),
  );
  assert.throws(starts({ AI_PROVIDER: 'anthropic' }), /AI_PROVIDER=anthropic has no embeddings/);
});

test('a former model is used while the configuration still contains its API, and not after that', async () => {
  const opened = (more: object) => openEmbedders(readConfig({ ...sealed, ...complete, ...more }), log);
  const named = (more: object, model: string) => opened(more).formerEmbedder(model)?.provider ?? null;
  assert.equal(opened({}).embedder?.model, 'small');
  assert.equal(opened({ EMBEDDINGS: 'off' }).embedder, null);
  assert.equal(named({}, 'large'), 'openai_compatible');
  assert.equal(named({}, 'use-lite-en-1'), 'embedded');
  assert.equal(named({ EMBEDDINGS: 'embedded' }, 'small'), null);
  assert.equal(
    named({ EMBEDDINGS: 'embedded', AI_PROVIDER: 'openai_compatible', AI_CHAT_MODEL: 'chat' }, 'small'),
    'openai_compatible',
  );
});
