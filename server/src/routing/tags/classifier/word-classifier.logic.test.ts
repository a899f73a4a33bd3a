import assert from 'node:assert/strict';
import { test } from 'node:test';
import { softmax } from './softmax.logic.ts';
import { scoreWords, trainWords } from './word-classifier.logic.ts';

const cancelled = ['my order was cancelled, why?', 'who cancelled the order of mine', 'an order of mine is cancelled'];
const cancelling = ['how do I cancel an order?', 'I want to cancel the order', 'can an order be cancelled by me?'];
const examples = cancelled.flatMap((text, at) => [
  { text, of: 0 },
  { text: cancelling[at] ?? '', of: 1 },
]);
const classifier = trainWords(examples, 2);
const chances = (text: string) => [...softmax(scoreWords(classifier, text))];
const likeliest = (text: string) => chances(text).indexOf(Math.max(...chances(text)));

test('it learns which words distinguish classes that share most words', () => {
  assert.equal(likeliest('why was it cancelled'), 0);
  assert.equal(likeliest('how can I cancel'), 1);
});

test('probabilities add up to one, even if all words are unknown', () => {
  for (const text of ['why was it cancelled', 'zebra', '']) {
    assert.ok(Math.abs(chances(text).reduce((sum, chance) => sum + chance, 0) - 1) < 1e-9, text);
  }
  assert.deepEqual(chances('zebra'), [0.5, 0.5]);
});

test('the same examples give the same classifier', () => {
  assert.deepEqual(scoreWords(trainWords(examples, 2), 'why cancel'), scoreWords(classifier, 'why cancel'));
});

test('a single class is certain, and without classes the result is empty', () => {
  assert.deepEqual([...softmax(scoreWords(trainWords([{ text: 'an order', of: 0 }], 1), 'anything'))], [1]);
  assert.deepEqual([...softmax(scoreWords(trainWords([], 0), 'anything'))], []);
});
