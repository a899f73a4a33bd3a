import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { samplesOf } from './sample-calls.ts';

test('a sample is left out while there is nothing that it could name', () => {
  const known = { question: 'How?', conversationId: undefined, collectionId: undefined };
  assert.deepEqual(
    samplesOf('https://desk.test', known).map(({ of }) => of),
    ['conversations', 'search'],
  );
});

test('a shell passes the words of each sample on as they are', () => {
  const known = { question: `Where's "my" $HOME, please?`, conversationId: 'c1', collectionId: 'k1' };
  const words = samplesOf('https://desk.test', known).map(({ command }) =>
    execFileSync('sh', ['-c', command.replace('curl', `printf '%s\\n'`)], {
      env: { ...process.env, FRONTDESK_API_KEY: 'fk_1' },
      encoding: 'utf8',
    })
      .trim()
      .split('\n'),
  );
  const key = ['-H', 'Authorization: Bearer fk_1'];
  assert.deepEqual(words, [
    [...key, 'https://desk.test/api/conversations?status=open'],
    [...key, 'https://desk.test/api/conversations/c1'],
    [
      ...key,
      'https://desk.test/api/knowledge/search',
      '-H',
      'Content-Type: application/json',
      '-d',
      JSON.stringify({ query: known.question }),
    ],
    [...key, 'https://desk.test/api/knowledge/documents?collection_id=k1'],
  ]);
});
