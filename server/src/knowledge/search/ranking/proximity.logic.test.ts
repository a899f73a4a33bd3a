import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIndex, stemsIn } from '../engine/engine.ts';
import { buildSegment } from '../../library/passages/build-segment.ts';
import { parseQuestion } from '../question/parsed-question.logic.ts';
import { adjacentTerms, proximityOf } from './proximity.logic.ts';

const index = createIndex();
const text = 'gold plus account, silver plus account, opening hours';
const passages = [{ id: 'a', title: 'Accounts', headingPath: [], text }];
index.addSegment(buildSegment({ documentId: 'a', version: 1, language: 'en', passages }));

const together = (question: string, ...texts: string[]) =>
  proximityOf(
    texts.map((one) => stemsIn(one, 'en')),
    adjacentTerms(parseQuestion(index, { text: question }).sentences),
  );

test('words in the same sequence as in the question count fully, words near each other half', () => {
  assert.equal(together('gold plus', 'Our Gold Plus account'), 1);
  assert.equal(together('gold plus', 'Plus there is gold'), 0.5);
  assert.equal(together('gold plus', 'Gold is what many people here would like, plus silver'), 0);
  assert.equal(together('gold', 'gold'), 0, 'one word alone stands beside nothing');
});

test('words with one word between them are a pair with half the weight; words further apart are no pair', () => {
  assert.ok(Math.abs(together('gold silver plus', 'gold plus account') - 0.5 / 2.5) < 1e-9);
  assert.equal(together('gold silver hours plus', 'gold plus account'), 0);
});

test('a pair weighs as much as the lighter of its words', () => {
  const many = createIndex();
  for (const [id, sentence] of [
    ['a', 'gold plus'],
    ['b', 'silver plus'],
    ['c', 'plus'],
    ['d', 'plus'],
  ] as const)
    many.addSegment(
      buildSegment({
        documentId: id,
        version: 1,
        language: 'en',
        passages: [{ id, title: 'T', headingPath: [], text: sentence }],
      }),
    );
  const weightOf = (question: string) =>
    adjacentTerms(parseQuestion(many, { text: question }).sentences)[0]?.weight ?? 0;
  assert.ok(weightOf('gold plus') > 0);
  assert.equal(weightOf('gold plus'), weightOf('plus gold'));
  assert.ok(weightOf('gold plus') < weightOf('gold silver'));
});

test('the end of one text and the beginning of the next are not near each other', () => {
  assert.equal(together('gold plus', 'All that is gold', 'plus an account'), 0);
});

test('a name in the question ranks before a name that shares only one word with it', () => {
  const question = 'hours of gold plus';
  assert.ok(together(question, 'Gold Plus') > together(question, 'Silver Plus, gold'));
});
