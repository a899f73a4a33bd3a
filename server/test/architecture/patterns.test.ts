import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { filesThatBuildLater, type Pattern } from './patterns/collect.ts';
import type { Trial } from './patterns/pump-thread.ts';

// Nearly every pattern reads untrusted text, so no pattern may take time that grows with the square of its length.

const usualCharacters = 200_000;

/** Patterns whose input is shorter than usual, and why. */
const shorter: readonly [path: string, characters: number, why: string][] = [
  ['server/src/access/passwords/', 1_024, 'passwords end there, by the contract'],
  ['server/src/knowledge/insight/', 1_500, 'sentences of passages, in a thread of their own'],
  [
    'server/src/knowledge/library/parsing/',
    10_000,
    'lines and blocks, in a process with a deadline that parses one document',
  ],
  ['server/src/platform/text/message-language.ts', 2_100, 'the beginning of a message, and of each word'],
  ['server/src/support/signals/', 6_000, 'the beginning of a message (`fold`)'],
];

const charactersFor = (path: string): number =>
  shorter.find(([beginning]) => path.startsWith(beginning))?.[1] ?? usualCharacters;

let thread: Worker | undefined;
after(() => thread?.terminate());

/** Starts a thread, and waits until it has sent the list of patterns. */
async function begin(): Promise<{ worker: Worker; patterns: Pattern[] }> {
  await thread?.terminate();
  thread = new Worker(new URL('patterns/pump-thread.ts', import.meta.url));
  const [patterns] = (await once(thread, 'message')) as [Pattern[]];
  return { worker: thread, patterns };
}

const patienceMilliseconds = 30_000;

async function slowTextOf(worker: Worker, trial: Trial): Promise<string | null> {
  worker.postMessage(trial);
  const patience = new AbortController();
  const answer = once(worker, 'message').then(([text]) => text as string | null);
  const silence = pause(patienceMilliseconds, 'it does not come back', { signal: patience.signal });
  try {
    return await Promise.race([answer, silence]);
  } finally {
    patience.abort();
    silence.catch(() => {});
  }
}

test('no pattern is slower than a linear one by more than a constant factor', { timeout: 600_000 }, async () => {
  let { worker, patterns } = await begin();
  assert.ok(patterns.length > 700, `${patterns.length} patterns found`);
  const slow: string[] = [];
  for (const pattern of patterns) {
    const text = await slowTextOf(worker, { ...pattern, characters: charactersFor(pattern.path) });
    if (text === null) continue;
    slow.push(`${pattern.path} /${pattern.source}/${pattern.flags}: ${text}`);
    ({ worker } = await begin());
  }
  assert.deepEqual(slow, []);
});

// Loading a module does not show the patterns that its functions build later. Such a pattern has no unbounded repetition.
const buildsLater = [
  'server/src/channels/email/message/bounce.logic.ts', // the name of a field, at most 500 characters of its value
  'server/src/knowledge/insight/claims/clauses.logic.ts', // built at loading, of words.json
  'server/src/knowledge/insight/contradictions/contradictions.logic.ts', // built at loading, of words.json
  'server/src/knowledge/insight/study/names.logic.ts', // one word
  'server/src/knowledge/insight/values/values.logic.ts', // built at loading, of patterns.json
  'server/src/knowledge/library/parsing/text/inline.logic.ts', // the end of one element
  'server/src/knowledge/search/question/asked-names.logic.ts', // the names of countries
  'server/src/platform/text/english-stem.logic.ts', // within one word
];

test('functions build patterns only in the listed files', () => {
  assert.deepEqual(filesThatBuildLater(), buildsLater);
});

test('a quadratic pattern is detected, and so is an exponential one', async () => {
  const { worker } = await begin();
  const of = (source: string) => slowTextOf(worker, { path: '', source, flags: 'u', characters: usualCharacters });
  assert.equal(await of('[a-z]{1,20}=[0-9]'), null);
  assert.notEqual(await of('[a-z]+=[0-9]'), null);
  assert.notEqual(await of('^(?:a|aa)+$'), null);
});
