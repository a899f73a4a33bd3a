import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { readInThread } from './read-in-thread.ts';

test('at most two threads parse at once, also when a message arrives just as one ends', async (t) => {
  let parsing = 0;
  let most = 0;
  const late: Promise<string>[] = [];
  const large = { kind: 'html', raw: new TextEncoder().encode(`<p>${'word '.repeat(5_000)}</p>`) } as const;
  const count = (thread: Worker) => {
    parsing += 1;
    most = Math.max(most, parsing);
    thread.once('message', () => {
      parsing -= 1;
      if (late.length === 0) void arrive();
    });
  };
  // One at each step between the end of a thread and the start of the next one.
  const arrive = async () => {
    for (let step = 0; step < 12; step++) {
      late.push(readInThread(large));
      await Promise.resolve();
    }
  };
  process.on('worker', count);
  t.after(() => process.off('worker', count));
  const read = await Promise.all([readInThread(large), readInThread(large), readInThread(large)]);
  const readLater = await Promise.all(late);
  assert.equal(readLater.length, 12);
  assert.ok([...read, ...readLater].every((html) => html.startsWith('<p>word ')));
  assert.equal(most, 2);
});
