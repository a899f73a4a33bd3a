import { humanOnlyKinds, type HumanOnly } from '@desk/contract/decisions';
import { asksTheWay } from './person-only.logic.ts';
import trained from './learned.json' with { type: 'json' };
import { sentencesOf } from '../../platform/text/sentences.logic.ts';
import { wordsOf } from '../../platform/text/plain-words.logic.ts';
import { fold } from './text.logic.ts';

/** A softmax over hashed words, neighbouring words and pieces of four letters; the last class is "a machine may try". */
export interface LearnedWeights {
  readonly buckets: number;
  /** What one step of the whole numbers in `weights` stands for. */
  readonly step: number;
  /** Signed bytes, those of one bucket together, one for each class. */
  readonly weights: ArrayLike<number>;
}

export const classes = humanOnlyKinds.length + 1;

const shipped: LearnedWeights = {
  buckets: trained.buckets,
  step: trained.step,
  weights: Int8Array.from(Buffer.from(trained.weights.join(''), 'base64')),
};

/** What the examples of `examples/` say that only a person may handle, or null; trained by server/bench/train-signals.ts. */
export function learnedHumanOnly(text: string): HumanOnly | null {
  const chances = chancesOf(shipped, featuresOf(text));
  const strongest = humanOnlyKinds.reduce((best, kind) =>
    chanceOf(chances, kind) > chanceOf(chances, best) ? kind : best,
  );
  // Those who ask for the way want to go it alone; in danger, people ask what to do.
  const alone = strongest !== 'safety' && asksTheWay(text);
  const least = alone ? trained.threshold_beside_how : trained.threshold;
  return 1 - (chances[classes - 1] ?? 1) >= least ? strongest : null;
}

const chanceOf = (chances: readonly number[], kind: HumanOnly): number => chances[humanOnlyKinds.indexOf(kind)] ?? 0;

/** The chance of each class, in the order of `humanOnlyKinds`, then that a machine may try. */
export function chancesOf({ buckets, step, weights }: LearnedWeights, features: readonly string[]): number[] {
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

/** A long message is not surer than a short one; one of a word or two says little, and is never sure. */
export const lengthOf = (features: readonly string[]): number => Math.sqrt(Math.max(features.length, fewFeatures));

const fewFeatures = 24;

/** Each once. Where a sentence begins and how it ends are words of their own: "please …" is not "… please?". */
export function featuresOf(text: string): string[] {
  const features = new Set<string>();
  for (const sentence of sentencesOf(fold(text))) {
    const words = ['^', ...wordsOf(sentence).map(withoutDigits), sentence.endsWith('?') ? '?' : '.'];
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

// Which number it is says nothing; that it is long enough to be one of our records says much.
function withoutDigits(word: string): string {
  if (!/\d/.test(word)) return word;
  return /\d{4}/.test(word) ? '####' : '#';
}

/** FNV-1a. */
export function bucketOf(feature: string, buckets: number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < feature.length; at++) hash = Math.imul(hash ^ feature.charCodeAt(at), 0x01000193) >>> 0;
  return hash % buckets;
}
