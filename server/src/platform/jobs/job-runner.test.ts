import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PgBoss } from 'pg-boss';
import { createLog } from '../process/log.ts';
import { createForeground } from './foreground.ts';
import { startRunner } from './job-runner.ts';

const job = { name: 'test.slots', concurrency: 4, retries: 1, timeoutSeconds: 60, foreground: false };

test('jobs of an organization that occupies all of its slots are fetched when one of them is free', async (t) => {
  // Without polls, every fetch is caused by the test.
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  const waiting = [{ id: 'a1', groupId: 'a' }];
  let fetches = 0;
  const boss = {
    async fetch() {
      fetches += 1;
      return waiting.splice(0, 1).map((each) => ({ ...each, data: each.id, retryCount: 0, retryLimit: 1 }));
    },
    async complete() {},
  };
  const ends = new Map<unknown, () => void>();
  const runner = startRunner({
    boss: boss as unknown as PgBoss,
    job,
    handler: (id) => new Promise<void>((resolve) => void ends.set(id, resolve)),
    log: createLog('silent'),
    foreground: createForeground(),
    forget: async () => {},
  });
  await settled();
  waiting.push({ id: 'a2', groupId: 'a' });
  runner.wakeAt(undefined, 'a');
  await settled();
  assert.deepEqual([...ends.keys()], ['a1', 'a2']);

  const before = fetches;
  waiting.push({ id: 'b1', groupId: 'b' });
  runner.wakeAt(undefined, 'a');
  await settled();
  assert.equal(fetches, before);
  runner.wakeAt(undefined, 'b');
  await settled();
  assert.deepEqual([...ends.keys()], ['a1', 'a2', 'b1']);

  waiting.push({ id: 'a3', groupId: 'a' });
  runner.wakeAt(undefined, 'a');
  ends.get('a1')?.();
  await settled();
  assert.deepEqual([...ends.keys()], ['a1', 'a2', 'b1', 'a3']);
  for (const end of ends.values()) end();
  await runner.stop();
});

test('jobs are fetched in batches of few sizes, because each size is a statement with its own plans', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  const batchSizes: number[] = [];
  const ends: (() => void)[] = [];
  let waiting = 0;
  const boss = {
    async fetch(_: string, { batchSize }: { batchSize: number }) {
      batchSizes.push(batchSize);
      const found = Math.min(batchSize, waiting);
      waiting -= found;
      return Array.from({ length: found }, () => ({ id: 'job', retryCount: 0, retryLimit: 1 }));
    },
    async complete() {},
  };
  const runner = startRunner({
    boss: boss as unknown as PgBoss,
    job: { ...job, concurrency: 7 },
    handler: () => new Promise<void>((resolve) => void ends.push(resolve)),
    log: createLog('silent'),
    foreground: createForeground(),
    forget: async () => {},
  });
  await settled();
  waiting = 20;
  runner.wakeAt();
  await settled();
  // Seven jobs still run at once; several fetches get them.
  assert.deepEqual(batchSizes, [4, 4, 2, 1]);
  assert.equal(ends.length, 7);
  ends[0]?.();
  await settled();
  assert.equal(ends.length, 8);
  waiting = 0;
  for (const end of ends) end();
  await runner.stop();
});

test('an announced job does not wait behind older ones of an organization that has its share', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  let waiting: { id: string; groupId: string }[] = [];
  const started: { id: string; groupId: string }[] = [];
  const startedOf = (group: string) => started.filter(({ groupId }) => groupId === group).length;
  const boss = {
    /** As pg-boss: of the oldest jobs that might start, those that may start together. */
    async fetch(_: string, { batchSize, groupConcurrency }: { batchSize: number; groupConcurrency: number }) {
      const oldest = waiting.filter(({ groupId }) => startedOf(groupId) < groupConcurrency).slice(0, batchSize);
      const found = oldest.filter((each) => startedOf(each.groupId) < groupConcurrency && started.push(each));
      waiting = waiting.filter((each) => !found.includes(each));
      return found.map((each) => ({ ...each, data: each.id, retryCount: 0, retryLimit: 1 }));
    },
    async complete() {},
  };
  const mayEnd = Promise.withResolvers<void>();
  const runner = startRunner({
    boss: boss as unknown as PgBoss,
    job,
    handler: () => mayEnd.promise,
    log: createLog('silent'),
    foreground: createForeground(),
    forget: async () => {},
  });
  await settled();
  waiting = ['a1', 'a2', 'a3', 'a4', 'a5', 'b1'].map((id) => ({ id, groupId: id.slice(0, 1) }));
  runner.wakeAt(undefined, 'a');
  runner.wakeAt(undefined, 'b');
  await settled();
  assert.deepEqual(
    started.map(({ id }) => id),
    ['a1', 'a2', 'b1'],
  );
  mayEnd.resolve();
  await runner.stop();
});

const settled = () => new Promise((resolve) => setImmediate(resolve));
