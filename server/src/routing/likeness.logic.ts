import { wordsOf } from './words.logic.ts';

/** A text as weighted features of length 1: words, neighbouring words, and pieces of four letters (which survive typos). */
export type Features = ReadonlyMap<string, number>;

/** How much a feature says, by how few of the examples have it. */
export interface Rarity {
  readonly texts: number;
  readonly holding: ReadonlyMap<string, number>;
}

export function rarityOf(texts: readonly string[]): Rarity {
  const holding = new Map<string, number>();
  for (const text of texts)
    for (const feature of rawFeatures(text).keys()) holding.set(feature, (holding.get(feature) ?? 0) + 1);
  return { texts: texts.length, holding };
}

export function featuresOf(text: string, rarity: Rarity): Features {
  const raw = rawFeatures(text);
  for (const [feature, weight] of raw) {
    const rarely = (rarity.texts + 1) / ((rarity.holding.get(feature) ?? 0) + 1);
    raw.set(feature, weight * Math.log(1 + rarely));
  }
  return toUnitLength(raw);
}

/** What the texts have in common. */
export function centreOf(texts: readonly Features[]): Features {
  const sum = new Map<string, number>();
  for (const text of texts) for (const [feature, weight] of text) sum.set(feature, (sum.get(feature) ?? 0) + weight);
  return toUnitLength(sum);
}

function toUnitLength(features: Map<string, number>): Features {
  const length = Math.sqrt([...features.values()].reduce((sum, weight) => sum + weight * weight, 0));
  if (length > 0) for (const [feature, weight] of features) features.set(feature, weight / length);
  return features;
}

/** Cosine: 1 for the same features, 0 for none in common. */
export function likeness(one: Features, other: Features): number {
  const [few, many] = one.size < other.size ? [one, other] : [other, one];
  let sum = 0;
  for (const [feature, weight] of few) sum += weight * (many.get(feature) ?? 0);
  return sum;
}

const weights = { word: 1, chatty: 0.15, pair: 0.5, piece: 0.25 };

function rawFeatures(text: string): Map<string, number> {
  const words = wordsOf(text);
  const features = new Map<string, number>();
  words.forEach((word, index) => {
    const said = chatty.has(word) ? weights.chatty : weights.word;
    features.set(`w ${word}`, said);
    const next = words[index + 1];
    if (next !== undefined)
      features.set(
        `p ${word} ${next}`,
        weights.pair * Math.max(said, chatty.has(next) ? weights.chatty : weights.word),
      );
    if (said === weights.word) for (const piece of piecesOf(word)) features.set(`g ${piece}`, weights.piece);
  });
  return features;
}

function piecesOf(word: string): string[] {
  const padded = ` ${word} `;
  return Array.from({ length: Math.max(0, padded.length - 3) }, (_, at) => padded.slice(at, at + 4));
}

/** Words that carry the tone and not the matter; stemmed. */
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
