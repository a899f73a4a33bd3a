import assert from 'node:assert/strict';
import { test } from 'node:test';
import { trainClassifier } from './classifier.logic.ts';

const cancelled = ['my order was cancelled, why?', 'who cancelled the order of mine', 'an order of mine is cancelled'];
const cancelling = ['how do I cancel an order?', 'I want to cancel the order', 'can an order be cancelled by me?'];
const classify = trainClassifier([cancelled, cancelling]);
const likeliest = (text: string) => {
  const chances = classify(text);
  return chances.indexOf(Math.max(...chances));
};

test('it learns which words tell classes apart that share most of theirs', () => {
  assert.equal(likeliest('why was it cancelled'), 0);
  assert.equal(likeliest('how can I cancel'), 1);
});

test('chances add up to one, also where nothing is known of the words', () => {
  for (const text of ['why was it cancelled', 'zebra', '']) {
    const chances = [...classify(text)];
    assert.ok(Math.abs(chances.reduce((sum, chance) => sum + chance, 0) - 1) < 1e-9, text);
  }
  assert.deepEqual([...classify('zebra')], [0.5, 0.5]);
});

test('the same examples give the same classifier', () => {
  assert.deepEqual(trainClassifier([cancelled, cancelling])('why cancel'), classify('why cancel'));
});

test('one class is certain, and none answers nothing', () => {
  assert.deepEqual([...trainClassifier([cancelled])('anything')], [1]);
  assert.deepEqual([...trainClassifier([])('anything')], []);
});
