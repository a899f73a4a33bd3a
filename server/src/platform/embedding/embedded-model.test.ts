import assert from 'node:assert/strict';
import { test } from 'node:test';
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { createLog } from '../process/log.ts';
import { embeddedModel } from './embedded-model.ts';

const log = createLog('silent');
const started: Worker[] = [];
process.on('worker', (worker: Worker) => void started.push(worker));

const cosine = (one: Float32Array, other: Float32Array) =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);

test('vectors have unit length, are close for the same meaning, and deterministic', async () => {
  const model = embeddedModel(log);
  const texts = ['I want my money back', 'How can I get a refund?', 'The weather is nice today', '', '你好'];
  const vectors = await model.embed([...texts, ...texts.slice(0, 1)], 'passages');
  const [money, refund, weather, , , again] = vectors;
  assert.ok(money && refund && weather && again);
  for (const vector of vectors) {
    assert.equal(vector.length, model.dimensions);
    assert.ok(Math.abs(cosine(vector, vector) - 1) < 1e-5);
  }
  assert.ok(cosine(money, refund) > cosine(money, weather) + 0.2);
  assert.deepEqual(again, money);
  await model.close();
  await assert.rejects(model.embed(['closed'], 'question'), /no embedding model/);
});

test('a question is embedded before waiting passages', async () => {
  const model = embeddedModel(log);
  const done: string[] = [];
  const embeds = async (text: string, urgency: 'question' | 'passages') => {
    await model.embed([text], urgency);
    done.push(text);
  };
  await Promise.all([
    embeds('passage 1', 'passages'),
    embeds('passage 2', 'passages'),
    embeds('passage 3', 'passages'),
    embeds('a question', 'question'),
  ]);
  assert.deepEqual(done, ['passage 1', 'a question', 'passage 2', 'passage 3']);
  await model.close();
});

test('nothing is loaded before the first text; an idle thread ends and starts again with the next text', async () => {
  const before = started.length;
  const model = embeddedModel(log, { idleAfter: 50 });
  assert.equal(started.length, before);
  await model.embed(['hello'], 'question');
  assert.equal(started.length, before + 1);
  await once(started.at(-1) as Worker, 'exit');
  await model.embed(['hello again'], 'question');
  assert.equal(started.length, before + 2);
  await model.close();
});

test('waiting texts are rejected when the thread dies; after repeated deaths the model pauses', async () => {
  const model = embeddedModel(log);
  const before = started.length;
  for (let time = 0; time < 2; time++) {
    const waiting = Promise.allSettled([model.embed(['one'], 'passages'), model.embed(['two'], 'question')]);
    // Node emits the event of a new thread a moment later.
    while (started.length === before + time) await nextTurn();
    await started.at(-1)?.terminate();
    assert.deepEqual(
      (await waiting).map((each) => each.status),
      ['rejected', 'rejected'],
    );
  }
  const threads = started.length;
  await assert.rejects(model.embed(['three'], 'question'), /no embedding model/);
  assert.equal(started.length, threads);
  await model.close();
});
