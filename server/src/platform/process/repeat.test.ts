import assert from 'node:assert/strict';
import { test } from 'node:test';
import { repeat } from './repeat.ts';

test('a round starts after the previous one has ended, and stopping waits for the running round', async () => {
  const third = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  let begun = 0;
  let running = 0;
  let most = 0;
  const stop = repeat(1, async () => {
    most = Math.max(most, ++running);
    if (++begun === 3) third.resolve();
    // Longer than the pause: a plain interval timer would start the next round meanwhile.
    await (begun === 3 ? release.promise : new Promise((resolve) => setTimeout(resolve, 20)));
    running -= 1;
  });
  await third.promise;
  const stopped = stop();
  assert.equal(await Promise.race([stopped, new Promise((resolve) => setTimeout(resolve, 20, 'waits'))]), 'waits');
  release.resolve();
  await stopped;
  assert.deepEqual([begun, running, most], [3, 0, 1]);
});

test('a pause does not delay the end', async () => {
  const stop = repeat(3_600_000, () => assert.fail('not before the pause is over'));
  await stop();
});
