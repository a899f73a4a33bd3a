import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silenceSeconds } from './silence.ts';
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
