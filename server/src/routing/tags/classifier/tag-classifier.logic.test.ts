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
// Descent remembers which example it saw last where there is but one of each.
const meant = Array.from({ length: 20 }, () => [parcel, login].map((vector, of) => ({ vector, of }))).flat();
const both = { ...words, meanings: trainEmbeddingClassifier(meant, 2) };

test('anyone who repeats an example is right, however different the other examples are', () => {
  for (const text of ['zebra', 'The weather in Oslo is nice today']) {
    const chances = judge(words, text, null);
    assert.ok(Math.max(...chances) > 0.9999, `${text}: ${chances.join()}`);
  }
  assert.ok(Math.max(...judge(words, 'a giraffe', null)) < 0.5);
});

test('where the words say nothing, the meaning chooses the tag', () => {
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

test('where the meaning stands between the tags, the words choose', () => {
  const [one = 0, two = 0] = scoreTags(both, 'where is the parcel', between).chances;
  assert.ok(one - two > 0.2, `${one} ${two}`);
});
