import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createForeground } from './foreground.ts';

test('background work waits for foreground jobs, but not forever', async () => {
  const foreground = createForeground();
  const events: string[] = [];
  const answer = Promise.withResolvers<void>();
  const answering = foreground.during(async () => {
    await answer.promise;
    events.push('answered');
  });
  const patient = foreground.idle(60_000).then(() => events.push('background goes on'));
  await foreground.idle(1);
  events.push('did not wait for ever');
  answer.resolve();
  await Promise.all([answering, patient]);
  assert.deepEqual(events, ['did not wait for ever', 'answered', 'background goes on']);
});

test('failed work counts as ended', async () => {
  const foreground = createForeground();
  await assert.rejects(
    foreground.during(() => Promise.reject(new Error('refused'))),
    /refused/,
  );
  await foreground.idle(60_000);
});
