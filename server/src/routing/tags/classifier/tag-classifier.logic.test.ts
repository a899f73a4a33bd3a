import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aTag } from '../../../../test/policy.ts';
import { trainEmbeddingClassifier } from './embedding-classifier.logic.ts';
import { scoreTags, judge, trainTags } from './tag-classifier.logic.ts';
import { examplesOf } from './tag-examples.logic.ts';

const tagged = (id: string, examples: string[]) => aTag(id, { detect: { keywords: [], examples, minSimilarity: 0.2 } });
const words = trainTags(
  examplesOf([
    tagged('parcel', ['Where is my parcel?', 'Zebra']),
    tagged('login', ['I cannot log in', 'The weather in Oslo is nice today']),
  ]),
);
const [parcel, login, between] = [Float32Array.of(1, 0), Float32Array.of(0, 1), Float32Array.of(0.6, 0.6)];
// Repeat the examples: with only one of each class, gradient descent favours the last one.
const meant = Array.from({ length: 20 }, () => [parcel, login].map((vector, of) => ({ vector, of }))).flat();
const both = { ...words, meanings: trainEmbeddingClassifier(meant, 2) };

test('a repeated example gets its tag, however different the other examples are', () => {
  for (const text of ['zebra', 'The weather in Oslo is nice today']) {
    const chances = judge(words, text, null);
    assert.ok(Math.max(...chances) > 0.9999, `${text}: ${chances.join()}`);
  }
  assert.ok(Math.max(...judge(words, 'a giraffe', null)) < 0.5);
});

test('if the words match nothing, the meaning decides the tag', () => {
  const text = 'nothing so far';
  const [neither, other] = scoreTags(both, text, null).chances;
  assert.equal(neither, other);
  const ahead = (vector: Float32Array) => {
    const [one = 0, two = 0] = scoreTags(both, text, vector).chances;
    return one - two;
  };
  assert.ok(ahead(parcel) > 0.05, `${ahead(parcel)}`);
  assert.ok(ahead(login) < -0.05, `${ahead(login)}`);
});

test('if the meaning is equally close to both tags, the words decide', () => {
  const [one = 0, two = 0] = scoreTags(both, 'where is the parcel', between).chances;
  assert.ok(one - two > 0.2, `${one} ${two}`);
});
