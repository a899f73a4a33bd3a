import { softmax } from './softmax.logic.ts';
import { wordsOf } from './word-features.logic.ts';

/** A softmax over words, neighbouring words and pieces of four letters (docs/ranking.md). Data only: threads hand it over. */
export interface WordClassifier {
  readonly classes: number;
  readonly numbers: ReadonlyMap<string, number>;
  /** What a feature weighs by its rarity among the examples; `unseen` is that of one which none has. */
  readonly rarity: Float32Array;
  readonly unseen: number;
  /** Those of one feature stand together, one for each class. */
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
/** How much shorter each round's step is: 0 would leave all alike. */
const stepDecay = 0.3;
/** How much rare features count for more: 0 would be not at all. */
const rarityPower = 0.75;
/** 16 MB. Of very many tags with very many examples the rarest features are left out. */
const mostWeights = 4_000_000;
/** Classes that are wrong by less than this are not corrected: most of them, after the first round. */
const smallError = 0.001;

/**
 * Gradient descent, without chance: the same examples in the same order give the same classifier. One of each class should
 * come after the other: descent that sees a class in one piece forgets the others.
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

/** One sum for each class: the higher, the likelier. All are near 0 where the words say nothing. */
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

// Every word counts here: "how", "when" and "not" tell one matter from another, and the training finds out which do.
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

// What no example has still makes the text longer, and what is known of it weaker.
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
