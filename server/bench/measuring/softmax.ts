import { bucketOf, lengthOf, type LearnedWeights } from '../../src/platform/text/learned/softmax.logic.ts';
import { shuffled } from './intents.ts';

export interface SoftmaxExample {
  readonly features: readonly string[];
  /** The number of its class. */
  readonly of: number;
}

interface HowToLearn extends Pick<LearnedWeights, 'buckets' | 'classes'> {
  /** The share by which a weight shrinks whenever its feature is seen. */
  readonly decay?: number;
  /** How many orders of the examples to learn from. The result is the mean of their weights: which example comes last does not matter. */
  readonly orders?: number;
}

/** An example by the places of its first weights. */
interface Placed {
  readonly starts: Uint32Array;
  readonly length: number;
  readonly of: number;
}

const rounds = 30;

/** Gradient descent in fixed orders: the same examples give the same weights. */
export function learnSoftmax(
  from: readonly SoftmaxExample[],
  { buckets, classes, decay = 0.0002, orders = 1 }: HowToLearn,
): LearnedWeights {
  const placed = from.map(({ features, of }) => ({
    starts: Uint32Array.from(features, (feature) => bucketOf(feature, buckets) * classes),
    length: lengthOf(features),
    of,
  }));
  const mean = new Float64Array(buckets * classes);
  for (let order = 0; order < orders; order++) {
    const learned = descend(order === 0 ? placed : shuffled(placed, order), { size: mean.length, classes, decay });
    for (const [at, weight] of learned.entries()) mean[at] = (mean[at] ?? 0) + weight / orders;
  }
  return { buckets, classes, step: 1, weights: mean };
}

function descend(
  examples: readonly Placed[],
  { size, classes, decay }: { size: number; classes: number; decay: number },
): Float64Array {
  const weights = new Float64Array(size);
  const errors = new Float64Array(classes);
  for (let round = 0; round < rounds; round++) {
    const rate = 1.5 / (1 + 0.1 * round);
    for (const { starts, length, of } of examples) {
      errorsOf(weights, { starts, length, of }, errors);
      const share = rate / length;
      for (const start of starts) {
        for (let each = 0; each < classes; each++)
          weights[start + each] = (weights[start + each] ?? 0) * (1 - decay) + share * (errors[each] ?? 0);
      }
    }
  }
  return weights;
}

/** Writes into `errors` how much too low the chance of each class is. */
function errorsOf(weights: Float64Array, { starts, length, of }: Placed, errors: Float64Array): void {
  const classes = errors.length;
  errors.fill(0);
  for (const start of starts)
    for (let each = 0; each < classes; each++) errors[each] = (errors[each] ?? 0) + (weights[start + each] ?? 0);
  let most = -Infinity;
  for (const sum of errors) most = Math.max(most, sum / length);
  let total = 0;
  for (let each = 0; each < classes; each++) {
    errors[each] = Math.exp((errors[each] ?? 0) / length - most);
    total += errors[each] ?? 0;
  }
  for (let each = 0; each < classes; each++) errors[each] = (each === of ? 1 : 0) - (errors[each] ?? 0) / total;
}

/** The weights as `readWeights` takes them: signed bytes in base64, in lines. */
export function writtenWeights({ weights }: LearnedWeights): { step: number; weights: string[] } {
  const step = Array.from(weights).reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) / 127;
  const bytes = Int8Array.from(weights, (weight) => Math.round(weight / step));
  const text = Buffer.from(bytes.buffer).toString('base64');
  return { step, weights: text.match(/.{1,120}/g) ?? [] };
}
