import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createConcurrencyLimit } from './concurrency-limit.ts';

function work() {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { promise, finish: () => resolve('done') };
}

test('two run at a time, the third waits, the fourth is refused', async () => {
  const gate = createConcurrencyLimit({ width: 2, waiting: 1 });
  const started: string[] = [];
  const jobs = { a: work(), b: work(), c: work() };
  const enter = (name: keyof typeof jobs) => gate(() => (started.push(name), jobs[name].promise));
  const [a, b, c] = [enter('a'), enter('b'), enter('c')];
  assert.deepEqual(started, ['a', 'b']);
  await assert.rejects(
    gate(async () => 'never'),
    { status: 503 },
  );
  jobs.a.finish();
  await a;
  await Promise.resolve();
  assert.deepEqual(started, ['a', 'b', 'c']);
  jobs.b.finish();
  jobs.c.finish();
  assert.deepEqual(await Promise.all([b, c]), ['done', 'done']);
});

test('a failure releases its place', async () => {
  const gate = createConcurrencyLimit({ width: 1, waiting: 1 });
  await assert.rejects(
    gate(() => Promise.reject(new Error('broken'))),
    /broken/,
  );
  assert.equal(await gate(async () => 'done'), 'done');
});
