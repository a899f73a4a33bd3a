import { dot, fitWhitening, type LabelledVector } from './whitening.logic.ts';
import { softmax } from './softmax.logic.ts';

/** A softmax over a sentence's vector (docs/ranking.md). Plain data, so that a thread can return it. */
export interface EmbeddingClassifier {
  readonly dimensions: number;
  /** Class by class, one weight for each dimension. */
  readonly weights: Float32Array;
  /** The centroid of each class, in the same order, of length 1. */
  readonly centroids: Float32Array;
  readonly offsets: Float64Array;
}

/** Rounds over the examples: more if there are few, and fewer if there are so many that training takes long. */
const usualRounds = 10;
const looks = { fewest: 2_000, most: 60_000 };
const mostRounds = 100;
const firstStep = 5;
/** As in `word-classifier.logic.ts`. */
const stepDecay = 0.3;
/** A class whose error is smaller is not corrected; after the first round, that is most of them. */
const smallError = 0.001;
/** An example whose own class has a smaller error is used only every other round. */
const wellKnown = 0.05;

/**
 * Trains by gradient descent in the whitened space (`whitening.logic.ts`), where no direction gets weight merely for being wide, and few
 * examples suffice. The order is fixed, without randomness; examples of the classes should alternate. The returned weights belong to the
 * space of the vectors.
 */
export function trainEmbeddingClassifier(examples: readonly LabelledVector[], classes: number): EmbeddingClassifier {
  const dimensions = examples[0]?.vector.length ?? 0;
  const means = meansOf(examples, { classes, dimensions });
  const space = fitWhitening(examples, means);
  const whitened = examples.map(({ vector, of }) => ({ vector: space.into(vector), of }));
  const weights = firstGuess(meansOf(whitened, { classes, dimensions }), dimensions);
  const offsets = new Float64Array(classes);
  /** The error of each example's class when the example was last used. */
  const lastErrors = new Float32Array(whitened.length).fill(1);
  const rounds = roundsOver(examples.length);
  for (let round = 0; round < rounds; round++) {
    const step = firstStep / (1 + stepDecay * round);
    for (const [at, example] of whitened.entries()) {
      const isSkipped = (lastErrors[at] ?? 0) < wellKnown;
      lastErrors[at] = isSkipped ? 1 : learn({ dimensions, weights, offsets }, example, step);
    }
  }
  const centroids = new Float32Array(classes * dimensions);
  for (const [of, mean] of means.entries()) {
    const start = of * dimensions;
    weights.set(space.outOf(weights.subarray(start, start + dimensions)), start);
    const length = Math.sqrt(dot(mean, mean)) || 1;
    centroids.set(
      mean.map((value) => value / length),
      start,
    );
  }
  return { dimensions, weights, centroids, offsets };
}

/**
 * Starts with one step towards each centroid, away from the overall mean. Without it, with few examples, the class that is trained
 * last would have an advantage.
 */
function firstGuess(means: readonly Float64Array[], dimensions: number): Float32Array {
  const weights = new Float32Array(means.length * dimensions);
  const middle = new Float64Array(dimensions);
  for (const mean of means)
    for (let at = 0; at < dimensions; at++) middle[at] = (middle[at] ?? 0) + (mean[at] ?? 0) / means.length;
  for (const [of, mean] of means.entries())
    weights.set(
      mean.map((value, at) => firstStep * (value - (middle[at] ?? 0))),
      of * dimensions,
    );
  return weights;
}

function roundsOver(examples: number): number {
  const atLeast = Math.min(mostRounds, Math.ceil(looks.fewest / Math.max(1, examples)));
  return Math.max(1, Math.min(Math.max(usualRounds, atLeast), Math.floor(looks.most / Math.max(1, examples))));
}

type Learned = Pick<EmbeddingClassifier, 'dimensions' | 'weights' | 'offsets'>;

/** Updates the weights by one example, and returns the error of its class. */
function learn({ dimensions, weights, offsets }: Learned, { vector, of }: LabelledVector, step: number): number {
  const errors = softmax(scoreEmbedding({ dimensions, weights, offsets }, vector));
  errors[of] = (errors[of] ?? 0) - 1;
  const ownError = -(errors[of] ?? 0);
  for (let each = 0; each < errors.length; each++) {
    const error = errors[each] ?? 0;
    if (Math.abs(error) <= smallError) continue;
    const along = step * error;
    const start = each * dimensions;
    for (let at = 0; at < dimensions; at++)
      weights[start + at] = (weights[start + at] ?? 0) - along * (vector[at] ?? 0);
    offsets[each] = (offsets[each] ?? 0) - along;
  }
  return ownError;
}

/** Returns one sum for each class: the higher, the more probable. */
export const scoreEmbedding = ({ dimensions, weights, offsets }: Learned, vector: Float32Array): Float64Array =>
  offsets.map((offset, of) => offset + dotOf(weights, { of, dimensions }, vector));

/** Returns the cosine to the nearest centroid of a class. */
export const nearestCentroid = (
  { dimensions, centroids, offsets }: EmbeddingClassifier,
  vector: Float32Array,
): number => Math.max(...offsets.map((_, of) => dotOf(centroids, { of, dimensions }, vector)));

interface ClassifierSize {
  classes: number;
  dimensions: number;
}

function meansOf(examples: readonly LabelledVector[], { classes, dimensions }: ClassifierSize): Float64Array[] {
  const means = Array.from({ length: classes }, () => new Float64Array(dimensions));
  const counts = new Float64Array(classes);
  for (const { vector, of } of examples) {
    counts[of] = (counts[of] ?? 0) + 1;
    const mean = means[of];
    if (mean) for (let at = 0; at < dimensions; at++) mean[at] = (mean[at] ?? 0) + (vector[at] ?? 0);
  }
  return means.map((mean, of) => mean.map((sum) => sum / Math.max(1, counts[of] ?? 0)));
}

/** Adds four sums in parallel, because a single sum waits for each addition. Training on very many examples is mostly this. */
function dotOf(rows: Float32Array, { of, dimensions }: { of: number; dimensions: number }, vector: Float32Array) {
  const start = of * dimensions;
  let [first, second, third, fourth] = [0, 0, 0, 0];
  let at = 0;
  for (; at + 3 < dimensions; at += 4) {
    first += (rows[start + at] ?? 0) * (vector[at] ?? 0);
    second += (rows[start + at + 1] ?? 0) * (vector[at + 1] ?? 0);
    third += (rows[start + at + 2] ?? 0) * (vector[at + 2] ?? 0);
    fourth += (rows[start + at + 3] ?? 0) * (vector[at + 3] ?? 0);
  }
  for (; at < dimensions; at++) first += (rows[start + at] ?? 0) * (vector[at] ?? 0);
  return first + second + third + fourth;
}
