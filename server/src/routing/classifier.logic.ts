import { wordsOf } from './words.logic.ts';

/** Says for each class how probable it is, the text being about one of them. */
export type Classifier = (text: string) => Float64Array;

/** A text as numbered features of length 1. */
type Sparse = readonly (readonly [feature: number, value: number])[];

const firstStep = 2;
const mostRounds = 10;
/** Bounds the training, which holds up everybody: rounds × examples × classes; a third of a second. */
const mostVisits = 600_000;

/**
 * A softmax over words, neighbouring words and pieces of four letters (retrieval.md §2.6), by gradient descent: it learns which
 * words tell the classes apart, which likeness to the examples cannot know. Without chance: the same examples, the same classifier.
 */
export function trainClassifier(classes: readonly (readonly string[])[]): Classifier {
  const numbers = new Map<string, number>();
  const examples = inTurns(classes.map((texts) => texts.map((text) => numbered(featuresOf(text), numbers))));
  const model = { weights: new Float32Array(numbers.size * classes.length), classes: classes.length };
  const rounds = Math.min(mostRounds, Math.ceil(mostVisits / (examples.length * classes.length || 1)));
  for (let round = 0; round < rounds; round++) {
    for (const { features, of } of examples) learn(model, { features, of }, firstStep / (1 + 0.3 * round));
  }
  return (text) => probabilities(model, known(featuresOf(text), numbers));
}

interface Model {
  /** Those of one feature stand together, one for each class. */
  weights: Float32Array;
  classes: number;
}
interface Example {
  features: Sparse;
  of: number;
}

// One of each class after the other: descent that sees a class in one piece forgets the others.
function inTurns(classes: readonly (readonly Sparse[])[]): Example[] {
  const longest = Math.max(0, ...classes.map((examples) => examples.length));
  return Array.from({ length: longest }).flatMap((_, at) =>
    classes.flatMap((examples, of) => (examples[at] ? [{ features: examples[at], of }] : [])),
  );
}

function learn(model: Model, { features, of }: Example, step: number): void {
  const errors = probabilities(model, features);
  errors[of] = (errors[of] ?? 0) - 1;
  for (const [feature, value] of features) {
    const start = feature * model.classes;
    for (let each = 0; each < model.classes; each++) {
      model.weights[start + each] = (model.weights[start + each] ?? 0) - step * value * (errors[each] ?? 0);
    }
  }
}

function probabilities({ weights, classes }: Model, features: Sparse): Float64Array {
  const sums = new Float64Array(classes);
  for (const [feature, value] of features) {
    const start = feature * classes;
    for (let each = 0; each < classes; each++) sums[each] = (sums[each] ?? 0) + value * (weights[start + each] ?? 0);
  }
  const most = Math.max(...sums);
  const powers = sums.map((sum) => Math.exp(sum - most));
  const total = powers.reduce((all, power) => all + power, 0);
  return powers.map((power) => power / total);
}

const pairWeight = 0.7;
const pieceWeight = 0.4;

// Every word counts alike here: "how", "when" and "not" tell one matter from another, and the training finds out which do.
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
  const length = Math.sqrt([...features.values()].reduce((sum, value) => sum + value * value, 0)) || 1;
  for (const [feature, value] of features) features.set(feature, value / length);
  return features;
}

function numbered(features: ReadonlyMap<string, number>, numbers: Map<string, number>): Sparse {
  return [...features].map(([feature, value]) => {
    const number = numbers.get(feature) ?? numbers.size;
    numbers.set(feature, number);
    return [number, value] as const;
  });
}

function known(features: ReadonlyMap<string, number>, numbers: ReadonlyMap<string, number>): Sparse {
  return [...features].flatMap(([feature, value]) => {
    const number = numbers.get(feature);
    return number === undefined ? [] : [[number, value] as const];
  });
}
