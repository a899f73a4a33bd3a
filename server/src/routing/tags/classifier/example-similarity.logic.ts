import type { LabelledText } from './word-classifier.logic.ts';
import { wordsOf } from './word-features.logic.ts';

/**
 * An inverted index of examples as weighted features of length 1 (words, word pairs, and four-letter pieces, which survive typos). After
 * the examples come the centres of the classes. Plain data, so that a thread can return it.
 */
export interface ExampleIndex {
  readonly numbers: ReadonlyMap<string, number>;
  /** How many examples have a feature: the fewer, the more specific it is. */
  readonly holding: Int32Array;
  /** The holders of feature n and their weights are at `starts[n]` up to `starts[n + 1]`. Classes are numbered after all examples. */
  readonly starts: Int32Array;
  readonly holders: Int32Array;
  readonly weights: Float32Array;
  /** The class of each example. */
  readonly classOf: Int32Array;
  readonly classes: number;
}

export function indexExamples(examples: readonly LabelledText[], classes: number): ExampleIndex {
  const raw = examples.map(({ text }) => rawFeatures(text));
  const numbers = new Map<string, number>();
  for (const features of raw)
    for (const feature of features.keys()) if (!numbers.has(feature)) numbers.set(feature, numbers.size);
  const holding = new Int32Array(numbers.size);
  for (const features of raw) for (const feature of features.keys()) add(holding, numbers.get(feature) ?? 0, 1);
  const rarity = { numbers, holding, texts: examples.length };
  const weightedExamples = raw.map((features) => toUnitLength(weighed(rarity, features)));
  const centres = Array.from({ length: classes }, (_, of) =>
    centreOf(weightedExamples.filter((__, at) => examples[at]?.of === of)),
  );
  return {
    numbers,
    holding,
    classes,
    classOf: Int32Array.from(examples, ({ of }) => of),
    ...inverted([...weightedExamples, ...centres], numbers),
  };
}

export interface ClassSimilarities {
  /** The cosine to the nearest example of each class: 1 for the same features, 0 for none in common. */
  readonly nearest: Float64Array;
  /** The cosine to the centre of each class. */
  readonly centre: Float64Array;
}

export function similarity(known: ExampleIndex, text: string): ClassSimilarities {
  const { numbers, holding, starts, holders, weights, classOf, classes } = known;
  const cosines = new Float64Array(classOf.length + classes);
  const query = toUnitLength(weighed({ numbers, holding, texts: classOf.length }, rawFeatures(text)));
  for (const [feature, weight] of query) {
    const number = numbers.get(feature);
    if (number === undefined) continue;
    const end = starts[number + 1] ?? 0;
    for (let at = starts[number] ?? 0; at < end; at++) add(cosines, holders[at] ?? 0, weight * (weights[at] ?? 0));
  }
  const nearest = new Float64Array(classes);
  for (const [example, of] of classOf.entries()) nearest[of] = Math.max(nearest[of] ?? 0, cosines[example] ?? 0);
  return { nearest, centre: cosines.subarray(classOf.length) };
}

type GramWeights = ReadonlyMap<string, number>;

interface Rarity extends Pick<ExampleIndex, 'numbers' | 'holding'> {
  texts: number;
}

function weighed({ numbers, holding, texts }: Rarity, raw: GramWeights): Map<string, number> {
  const weightedFeatures = new Map<string, number>();
  for (const [feature, weight] of raw) {
    const held = holding[numbers.get(feature) ?? -1] ?? 0;
    weightedFeatures.set(feature, weight * Math.log(1 + (texts + 1) / (held + 1)));
  }
  return weightedFeatures;
}

function centreOf(texts: readonly GramWeights[]): GramWeights {
  const sum = new Map<string, number>();
  for (const text of texts) for (const [feature, weight] of text) sum.set(feature, (sum.get(feature) ?? 0) + weight);
  return toUnitLength(sum);
}

function toUnitLength(features: Map<string, number>): GramWeights {
  const length = Math.sqrt([...features.values()].reduce((sum, weight) => sum + weight * weight, 0));
  if (length > 0) for (const [feature, weight] of features) features.set(feature, weight / length);
  return features;
}

function inverted(held: readonly GramWeights[], numbers: ReadonlyMap<string, number>) {
  const starts = new Int32Array(numbers.size + 1);
  for (const features of held) for (const feature of features.keys()) add(starts, (numbers.get(feature) ?? 0) + 1, 1);
  for (let number = 0; number < numbers.size; number++) add(starts, number + 1, starts[number] ?? 0);
  const next = starts.slice();
  const holders = new Int32Array(starts[numbers.size] ?? 0);
  const weights = new Float32Array(holders.length);
  for (const [holder, features] of held.entries()) {
    for (const [feature, weight] of features) {
      const number = numbers.get(feature) ?? 0;
      const at = next[number] ?? 0;
      holders[at] = holder;
      weights[at] = weight;
      next[number] = at + 1;
    }
  }
  return { starts, holders, weights };
}

function add(sums: Int32Array | Float64Array, at: number, more: number): void {
  sums[at] = (sums[at] ?? 0) + more;
}

const featureWeights = { word: 1, chatty: 0.15, pair: 0.5, piece: 0.25 };

function rawFeatures(text: string): Map<string, number> {
  const words = wordsOf(text);
  const features = new Map<string, number>();
  words.forEach((word, index) => {
    const wordWeight = chatty.has(word) ? featureWeights.chatty : featureWeights.word;
    features.set(`w ${word}`, wordWeight);
    const next = words[index + 1];
    if (next !== undefined)
      features.set(
        `p ${word} ${next}`,
        featureWeights.pair * Math.max(wordWeight, chatty.has(next) ? featureWeights.chatty : featureWeights.word),
      );
    if (wordWeight === featureWeights.word)
      for (const piece of piecesOf(word)) features.set(`g ${piece}`, featureWeights.piece);
  });
  return features;
}

function piecesOf(word: string): string[] {
  const padded = ` ${word} `;
  return Array.from({ length: Math.max(0, padded.length - 3) }, (_, at) => padded.slice(at, at + 4));
}

/** Stemmed words that carry tone but no subject. */
const chatty = new Set(
  (
    'a an the i you we it he she they me my your our its is are was were be been do doe did have has had can could will would ' +
    'shall should may might must to of in on at for from with by about as into and or but if so not no yes this that ' +
    'these those there here what which who whom when where why how please thank hi hello hey dear just still also very ' +
    'really any some all am im ive dont cant get got want need like know tell help wa thi doing been ich du sie wir ist ' +
    'sind der die das ein ein und oder nicht mein wie was bitte je vous nous le la les un une des et est mon ma mes ' +
    'comment el los una mi como que por favor il lo gli per come'
  ).split(' '),
);
