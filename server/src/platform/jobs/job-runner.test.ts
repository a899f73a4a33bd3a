import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PgBoss } from 'pg-boss';
import { createLog } from '../process/log.ts';
import type { Fetch } from './fetch-jobs.ts';
import { createForeground } from './foreground.ts';
import { startRunner } from './job-runner.ts';

const boss = { async complete() {} } as unknown as PgBoss;
const job = { name: 'test.slots', concurrency: 4, retries: 1, timeoutSeconds: 60, foreground: false };

test('jobs of an organization that occupies all of its slots are fetched when one of them is free', async (t) => {
  // Without polls, every fetch is caused by the test.
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  const waiting = [{ id: 'a1', groupId: 'a' }];
  let fetches = 0;
  const fetch = async () => {
    fetches += 1;
    return waiting.splice(0, 1).map((each) => ({ ...each, data: each.id, retryCount: 0, retryLimit: 1 }));
  };
  const ends = new Map<unknown, () => void>();
  const runner = startRunner({
    boss,
    fetch,
    job,
    handler: (id) => new Promise<void>((resolve) => void ends.set(id, resolve)),
    log: createLog('silent'),
    foreground: createForeground(),
    forget: async () => {},
  });
  await settled();
  waiting.push({ id: 'a2', groupId: 'a' });
  runner.wakeAfter(0, 'a');
  await settled();
  assert.deepEqual([...ends.keys()], ['a1', 'a2']);

  const before = fetches;
  waiting.push({ id: 'b1', groupId: 'b' });
  runner.wakeAfter(0, 'a');
  await settled();
  assert.equal(fetches, before);
  runner.wakeAfter(0, 'b');
  await settled();
  assert.deepEqual([...ends.keys()], ['a1', 'a2', 'b1']);

  waiting.push({ id: 'a3', groupId: 'a' });
  runner.wakeAfter(0, 'a');
  ends.get('a1')?.();
  await settled();
  assert.deepEqual([...ends.keys()], ['a1', 'a2', 'b1', 'a3']);
  for (const end of ends.values()) end();
  await runner.stop();
});

test('an announced job does not wait behind older ones of an organization that has its share', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  let waiting: { id: string; groupId: string }[] = [];
  const started: { id: string; groupId: string }[] = [];
  const startedOf = (group: string) => started.filter(({ groupId }) => groupId === group).length;
  /** As `fetchJobs`: of the oldest jobs that might start, those that may start together. */
  const fetch = async ({ most, mostOfOne }: Fetch) => {
    const oldest = waiting.filter(({ groupId }) => startedOf(groupId) < mostOfOne).slice(0, most);
    const found = oldest.filter((each) => startedOf(each.groupId) < mostOfOne && started.push(each));
    waiting = waiting.filter((each) => !found.includes(each));
    return found.map((each) => ({ ...each, data: each.id, retryCount: 0, retryLimit: 1 }));
  };
  const mayEnd = Promise.withResolvers<void>();
  const runner = startRunner({
    boss,
    fetch,
    job,
    handler: () => mayEnd.promise,
    log: createLog('silent'),
    foreground: createForeground(),
    forget: async () => {},
  });
  await settled();
  waiting = ['a1', 'a2', 'a3', 'a4', 'a5', 'b1'].map((id) => ({ id, groupId: id.slice(0, 1) }));
  runner.wakeAfter(0, 'a');
  runner.wakeAfter(0, 'b');
  await settled();
  assert.deepEqual(
    started.map(({ id }) => id),
    ['a1', 'a2', 'b1'],
  );
  mayEnd.resolve();
  await runner.stop();
});

const settled = () => new Promise((resolve) => setImmediate(resolve));
