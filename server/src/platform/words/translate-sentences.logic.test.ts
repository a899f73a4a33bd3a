import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Nullable, Page, Sentence, SentenceIf } from '@desk/contract/http';
import Type from 'typebox';
import type { Say } from './sentence.logic.ts';
import { hasSentence, translateSentences } from './translate-sentences.logic.ts';

const step = Type.Object({ id: Type.String(), detail: Sentence, remedy: Type.Optional(Nullable(Sentence)) });
const answer = Page(Type.Object({ name: Type.String(), steps: Type.Array(step), why: Type.Array(Sentence) }));
const loud: Say = (given) => ('kept' in given ? given.kept.toUpperCase() : '');

test('all sentences of an answer are translated, wherever they are, and nothing else', () => {
  const given = {
    items: [
      {
        name: 'quiet',
        steps: [
          { id: 'one', detail: 'quiet', remedy: null },
          { id: 'two', detail: 'quiet', remedy: 'quiet' },
          { id: 'three', detail: 'quiet', more: 'quiet' },
        ],
        why: ['quiet', 'quiet'],
      },
    ],
    next_cursor: 'quiet',
  };
  const before = structuredClone(given);
  assert.deepEqual(translateSentences(answer, given, loud), {
    items: [
      {
        name: 'quiet',
        steps: [
          { id: 'one', detail: 'QUIET', remedy: null },
          { id: 'two', detail: 'QUIET', remedy: 'QUIET' },
          { id: 'three', detail: 'QUIET', more: 'quiet' },
        ],
        why: ['QUIET', 'QUIET'],
      },
    ],
    next_cursor: 'quiet',
  });
  assert.deepEqual(given, before);
});

test('a value without sentences stays the same object', () => {
  const plain = Type.Object({ name: Type.String(), tags: Type.Array(Type.String()) });
  const given = { name: 'quiet', tags: ['quiet'] };
  assert.equal(hasSentence(plain), false);
  assert.equal(hasSentence(answer), true);
  assert.equal(translateSentences(plain, given, loud), given);
});

test('a member that is a sentence only in some objects is translated only in these', () => {
  const message = Type.Object({ kind: Type.String(), text: SentenceIf('kind', 'event') });
  const given = [
    { kind: 'event', text: 'quiet' },
    { kind: 'customer', text: 'quiet' },
  ];
  assert.deepEqual(translateSentences(Type.Array(message), given, loud), [
    { kind: 'event', text: 'QUIET' },
    { kind: 'customer', text: 'quiet' },
  ]);
});
