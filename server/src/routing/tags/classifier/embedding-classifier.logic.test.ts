import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scoreEmbedding, nearestCentroid, trainEmbeddingClassifier } from './embedding-classifier.logic.ts';
import type { LabelledVector } from './whitening.logic.ts';

const unit = (...values: number[]) => {
  const length = Math.hypot(...values);
  return Float32Array.from(values, (value) => value / length);
};
const example = (of: number, ...values: number[]): LabelledVector => ({ of, vector: unit(...values) });
const likeliest = (examples: readonly LabelledVector[], ...values: number[]) => {
  const sums = [...scoreEmbedding(trainEmbeddingClassifier(examples, 2), unit(...values))];
  return sums.indexOf(Math.max(...sums));
};

test('with one example each, the nearer one wins', () => {
  const examples = [example(0, 1, 0, 0), example(1, 0, 1, 0)];
  assert.equal(likeliest(examples, 3, 2, 1), 0);
  assert.equal(likeliest(examples, 2, 3, 1), 1);
});

test('with few examples no class has an advantage from being trained first or last', () => {
  const axis = (of: number) => example(of, ...Array.from({ length: 6 }, (_, at) => (at === of ? 1 : 0)));
  for (const classes of [2, 3, 5]) {
    const examples = Array.from({ length: classes }, (_, of) => axis(of));
    const sums = [...scoreEmbedding(trainEmbeddingClassifier(examples, classes), axis(5).vector)];
    assert.ok(Math.max(...sums) - Math.min(...sums) < 0.1, sums.join(' '));
  }
});

test('a direction counts for little if examples of one class differ widely in it', () => {
  const wide = Array.from({ length: 2_000 }, (_, at) => {
    const of = at % 2;
    return example(of, 1, of === 0 ? 0.3 : -0.3, ((at % 7) - 3) * 0.3 + (of === 0 ? 0.2 : -0.2));
  });
  const centroids = trainEmbeddingClassifier(wide, 2).centroids;
  const asked = unit(1, -0.12, 0.6);
  const cosine = (of: number) => asked.reduce((sum, value, at) => sum + value * (centroids[of * 3 + at] ?? 0), 0);
  assert.ok(cosine(0) > cosine(1), 'the mean of the other class is nearer');
  assert.equal(likeliest(wide, 1, -0.12, 0.6), 1);
});

test('the nearest centroid is that of the class, not of one example', () => {
  const classifier = trainEmbeddingClassifier([example(0, 1, 1, 0), example(0, 1, -1, 0), example(1, 0, 0, 1)], 2);
  assert.ok(Math.abs(nearestCentroid(classifier, unit(1, 0, 0)) - 1) < 1e-6);
  assert.ok(nearestCentroid(classifier, unit(1, 1, 0)) < 0.8);
});

test('the same examples give the same classifier', () => {
  const examples = [example(0, 1, 2, 3), example(1, 3, 2, 1), example(0, 1, 2, 2)];
  assert.deepEqual(trainEmbeddingClassifier(examples, 2), trainEmbeddingClassifier(examples, 2));
});
