import { bucketOf, chancesOf, lengthOf, type LearnedWeights } from '../../src/support/signals/learned/softmax.logic.ts';

export interface SoftmaxExample {
  readonly features: readonly string[];
  /** The number of its class. */
  readonly of: number;
}

const rounds = 30;
const decay = 0.0002;

/** Gradient descent in a fixed order: the same examples give the same weights. */
export function learnSoftmax(
  from: readonly SoftmaxExample[],
  { buckets, classes }: Pick<LearnedWeights, 'buckets' | 'classes'>,
): LearnedWeights {
  const weights = new Float64Array(buckets * classes);
  const learned = { buckets, classes, step: 1, weights };
  for (let round = 0; round < rounds; round++) {
    const rate = 1.5 / (1 + 0.1 * round);
    for (const { features, of } of from) {
      const chances = chancesOf(learned, features);
      const share = rate / lengthOf(features);
      for (const feature of features) {
        const start = bucketOf(feature, buckets) * classes;
        for (let each = 0; each < classes; each++) {
          const error = (each === of ? 1 : 0) - (chances[each] ?? 0);
          const before = weights[start + each] ?? 0;
          weights[start + each] = before * (1 - decay) + share * error;
        }
      }
    }
  }
  return learned;
}

/** The weights as `readWeights` takes them: signed bytes in base64, in lines. */
export function writtenWeights({ weights }: LearnedWeights): { step: number; weights: string[] } {
  const step = Array.from(weights).reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) / 127;
  const bytes = Int8Array.from(weights, (weight) => Math.round(weight / step));
  const text = Buffer.from(bytes.buffer).toString('base64');
  return { step, weights: text.match(/.{1,120}/g) ?? [] };
}
