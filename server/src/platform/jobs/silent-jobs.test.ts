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

test('the checks of a process that checks regularly count from the first one', () => {
  const { confirm } = createSteadiness();
  for (let at = 0; at < 60; at++) assert.equal(confirm(at * second), true);
});

test('after a pause of the process, its checks count again only when others had time for a heartbeat', () => {
  const { confirm } = createSteadiness();
  assert.equal(confirm(0), true);
  const back = 30 * second;
  for (let at = 0; at < silenceSeconds; at++) assert.equal(confirm(back + at * second), false);
  assert.equal(confirm(back + silenceSeconds * second), true);
});

test('with the timers of the product, the work of a killed process continues within ten seconds', () => {
  const silence = silenceSeconds * second;
  const job = silence + lookForJobsMilliseconds + 2 * retryDelaySeconds * second + idlePollMilliseconds;
  const lane = silence + lookForLanesMilliseconds + idlePollMilliseconds;
  assert.ok(Math.max(job, lane) <= 10 * second, `a job ${job} ms, a lane ${lane} ms`);
});
