import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  idlePollMilliseconds,
  lookForJobsMilliseconds,
  lookForLanesMilliseconds,
  retryDelaySeconds,
  silenceSeconds,
} from './silence.ts';
import { createSteadiness } from './silent-jobs.ts';

const second = 1_000;

test('a process that looks regularly may judge others from its first look on', () => {
  const { confirm } = createSteadiness();
  for (let at = 0; at < 60; at++) assert.equal(confirm(at * second), true);
});

test('a process that was away judges nobody until all others had time to speak', () => {
  const { confirm } = createSteadiness();
  assert.equal(confirm(0), true);
  const back = 30 * second;
  for (let at = 0; at < silenceSeconds; at++) assert.equal(confirm(back + at * second), false);
  assert.equal(confirm(back + silenceSeconds * second), true);
});

test('what a killed process held goes on within ten seconds, by the timers of the product', () => {
  const silence = silenceSeconds * second;
  const job = silence + lookForJobsMilliseconds + 2 * retryDelaySeconds * second + idlePollMilliseconds;
  const lane = silence + lookForLanesMilliseconds + idlePollMilliseconds;
  assert.ok(Math.max(job, lane) <= 10 * second, `a job ${job} ms, a lane ${lane} ms`);
});
