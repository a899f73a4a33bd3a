import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildSegment, createIndex, stemsIn } from './engine.ts';
import { readQuestion } from './question.logic.ts';
import { saidTogether, togetherIn } from './together.logic.ts';

const index = createIndex();
const text = 'gold plus account, silver plus account, opening hours';
const passages = [{ id: 'a', title: 'Accounts', headingPath: [], text }];
index.addSegment(buildSegment({ documentId: 'a', version: 1, language: 'en', passages }));

const together = (question: string, ...texts: string[]) =>
  togetherIn(
    texts.map((one) => stemsIn(one, 'en')),
    saidTogether(readQuestion(index, { text: question }).sentences),
  );

test('words that follow each other in a text as in the question count whole, words near each other half', () => {
  assert.equal(together('gold plus', 'Our Gold Plus account'), 1);
  assert.equal(together('gold plus', 'Plus there is gold'), 0.5);
  assert.equal(together('gold plus', 'Gold is what many people here would like, plus silver'), 0);
  assert.equal(together('gold', 'gold'), 0, 'one word alone stands beside nothing');
});

test('the end of one text and the beginning of the next are not together', () => {
  assert.equal(together('gold plus', 'All that is gold', 'plus an account'), 0);
});

test('the name that is asked for comes before one that shares a word with it', () => {
  const question = 'hours of gold plus';
  assert.ok(together(question, 'Gold Plus') > together(question, 'Silver Plus, gold'));
});
