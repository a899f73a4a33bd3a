import { sentencesOf } from '../sentences.logic.ts';
import { wordsOf } from '../plain-words.logic.ts';

/** A softmax over hashed words, word pairs and four-letter pieces, learned from labelled examples. */
export interface LearnedWeights {
  readonly classes: number;
  readonly buckets: number;
  /** The value of one unit of the integers in `weights`. */
  readonly step: number;
  /** Signed bytes: bucket by bucket, one byte for each class. */
  readonly weights: ArrayLike<number>;
}

/** Weights as the programs in server/bench write them: the bytes in base64, in lines. */
interface WrittenWeights {
  buckets: number;
  step: number;
  weights: readonly string[];
}

export const readWeights = (written: WrittenWeights, classes: number): LearnedWeights => ({
  classes,
  buckets: written.buckets,
  step: written.step,
  weights: Int8Array.from(Buffer.from(written.weights.join(''), 'base64')),
});

/** Returns the probability of each class. */
export function chancesOf({ classes, buckets, step, weights }: LearnedWeights, features: readonly string[]): number[] {
  const sums = Array.from({ length: classes }, () => 0);
  const share = step / lengthOf(features);
  for (const feature of features) {
    const start = bucketOf(feature, buckets) * classes;
    for (let of = 0; of < classes; of++) sums[of] = (sums[of] ?? 0) + share * (weights[start + of] ?? 0);
  }
  const most = Math.max(...sums);
  const powers = sums.map((sum) => Math.exp(sum - most));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}

/** Normalizes by length, so that a long message is not more certain than a short one, and a message of few words is never certain. */
export const lengthOf = (features: readonly string[]): number => Math.sqrt(Math.max(features.length, fewFeatures));

const fewFeatures = 24;

/**
 * The distinct features of a folded text. The beginning and the end of a sentence are features too: "please …" differs from
 * "… please?".
 */
export function featuresOf(text: string): string[] {
  const features = new Set<string>();
  for (const sentence of sentencesOf(text)) {
    const words = ['^', ...wordsOf(sentence).map(withoutDigits), endOf(sentence)];
    for (const [at, word] of words.entries()) {
      features.add(word);
      if (at > 0) features.add(`${words[at - 1]} ${word}`);
      if (at > 1) features.add(`${words[at - 2]} _ ${word}`);
      const padded = ` ${word} `;
      for (let from = 0; word.length > 3 && from + 4 <= padded.length; from++)
        features.add(padded.slice(from, from + 4));
    }
  }
  return [...features];
}

/**
 * The features of `featuresOf`, and each word together with the end of its sentence: "… cancel …?" may ask what "… cancel …."
 * demands.
 */
export function featuresWithEnds(text: string): string[] {
  const features = new Set(featuresOf(text));
  for (const sentence of sentencesOf(text)) {
    const end = endOf(sentence);
    for (const word of wordsOf(sentence)) features.add(`${withoutDigits(word)} … ${end}`);
  }
  return [...features];
}

const endOf = (sentence: string): string => (sentence.endsWith('?') ? '?' : '.');

// The digits of a number mean nothing, but four or more of them often identify an order or the like.
function withoutDigits(word: string): string {
  if (!/\d/.test(word)) return word;
  return /\d{4}/.test(word) ? '####' : '#';
}

/** Hashes by FNV-1a. */
export function bucketOf(feature: string, buckets: number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < feature.length; at++) hash = Math.imul(hash ^ feature.charCodeAt(at), 0x01000193) >>> 0;
  return hash % buckets;
}
