import { softmax } from './softmax.logic.ts';
import { wordsOf } from './word-features.logic.ts';

/** A softmax over words, word pairs and four-letter pieces (docs/ranking.md). Plain data, so that a thread can return it. */
export interface WordClassifier {
  readonly classes: number;
  readonly numbers: ReadonlyMap<string, number>;
  /** The weight of a feature by its rarity among the examples; `unseen` is the weight of a feature that no example has. */
  readonly rarity: Float32Array;
  readonly unseen: number;
  /** Feature by feature, one weight for each class. */
  readonly weights: Float32Array;
}

export interface LabelledText {
  readonly text: string;
  readonly of: number;
}

/** A text as numbered features of length 1. */
interface Sparse {
  readonly features: Int32Array;
  readonly values: Float32Array;
}

const rounds = 8;
const firstStep = 3;
/** How much each round shortens the step; 0 would keep it constant. */
const stepDecay = 0.3;
/** How much more rare features count; 0 would count all the same. */
const rarityPower = 0.75;
/** 16 MB. With very many tags and examples, the rarest features are left out. */
const mostWeights = 4_000_000;
/** A class whose error is smaller is not corrected; after the first round, that is most of them. */
const smallError = 0.001;

/**
 * Trains by gradient descent, without randomness: the same examples in the same order give the same classifier. Examples of the
 * classes should alternate, because training on one class in a row forgets the others.
 */
export function trainWords(examples: readonly LabelledText[], classes: number): WordClassifier {
  const texts = examples.map(({ text }) => featuresOf(text));
  const { numbers, rarity } = vocabularyOf(texts, Math.floor(mostWeights / Math.max(1, classes)));
  const unseen = rarityOf(texts.length, 0);
  const classifier = { classes, numbers, rarity, unseen, weights: new Float32Array(numbers.size * classes) };
  const sparse = texts.map((features) => numbered(features, classifier));
  for (let round = 0; round < rounds; round++) {
    const step = firstStep / (1 + stepDecay * round);
    for (const [at, { of }] of examples.entries()) {
      const text = sparse[at];
      if (text) learn(classifier, text, { of, step });
    }
  }
  return classifier;
}

/** Returns one sum for each class: the higher, the more probable. All are near 0 if the words match nothing. */
export const scoreWords = (classifier: WordClassifier, text: string): Float64Array =>
  sums(classifier, numbered(featuresOf(text), classifier));

function vocabularyOf(texts: readonly ReadonlyMap<string, number>[], most: number) {
  const holding = new Map<string, number>();
  for (const text of texts) for (const feature of text.keys()) holding.set(feature, (holding.get(feature) ?? 0) + 1);
  const kept = [...holding].sort(([, one], [, other]) => other - one).slice(0, most);
  return {
    numbers: new Map(kept.map(([feature], number) => [feature, number])),
    rarity: Float32Array.from(kept, ([, count]) => rarityOf(texts.length, count)),
  };
}

const rarityOf = (texts: number, holding: number) => Math.log(1 + (texts + 1) / (holding + 1)) ** rarityPower;

function learn({ classes, weights }: WordClassifier, text: Sparse, { of, step }: { of: number; step: number }): void {
  const errors = softmax(sums({ classes, weights }, text));
  errors[of] = (errors[of] ?? 0) - 1;
  const wrong: number[] = [];
  for (let each = 0; each < classes; each++) if (Math.abs(errors[each] ?? 0) > smallError) wrong.push(each);
  for (let at = 0; at < text.features.length; at++) {
    const start = (text.features[at] ?? 0) * classes;
    const along = step * (text.values[at] ?? 0);
    for (const each of wrong) weights[start + each] = (weights[start + each] ?? 0) - along * (errors[each] ?? 0);
  }
}

function sums({ classes, weights }: Pick<WordClassifier, 'classes' | 'weights'>, text: Sparse): Float64Array {
  const all = new Float64Array(classes);
  for (let at = 0; at < text.features.length; at++) {
    const start = (text.features[at] ?? 0) * classes;
    const value = text.values[at] ?? 0;
    for (let each = 0; each < classes; each++) all[each] = (all[each] ?? 0) + value * (weights[start + each] ?? 0);
  }
  return all;
}

const pairWeight = 0.7;
const pieceWeight = 0.4;

// Every word is a feature: "how", "when" and "not" distinguish matters, and the training finds out which words do.
function featuresOf(text: string): Map<string, number> {
  const words = wordsOf(text);
  const features = new Map<string, number>();
  for (const [at, word] of words.entries()) {
    features.set(`w ${word}`, 1);
    if (words[at + 1] !== undefined) features.set(`p ${word} ${words[at + 1]}`, pairWeight);
    const padded = ` ${word} `;
    for (let from = 0; from + 4 <= padded.length; from++)
      features.set(`g ${padded.slice(from, from + 4)}`, pieceWeight);
  }
  return features;
}

// A feature that no example has still adds to the length of the text, and so weakens the known features.
function numbered(features: ReadonlyMap<string, number>, { numbers, rarity, unseen }: WordClassifier): Sparse {
  const known: [number: number, value: number][] = [];
  let squares = 0;
  for (const [feature, said] of features) {
    const number = numbers.get(feature);
    const value = said * (number === undefined ? unseen : (rarity[number] ?? 0));
    squares += value * value;
    if (number !== undefined) known.push([number, value]);
  }
  const length = Math.sqrt(squares) || 1;
  return {
    features: Int32Array.from(known, ([number]) => number),
    values: Float32Array.from(known, ([, value]) => value / length),
  };
}
