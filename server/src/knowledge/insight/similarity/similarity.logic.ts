import { englishWords } from '../../search/text/related-words.logic.ts';
import words from './words.json' with { type: 'json' };

type Stems = ReadonlySet<string>;

const weights = new Map(
  Object.entries(words.weights).flatMap(([weight, stems]) => stems.split(' ').map((stem) => [stem, Number(weight)])),
);
const weight = (stem: string): number => weights.get(stem) ?? 1;
const related = 0.7;

/** The weight of words: 1 each, less for words that go with any subject, such as orders and prices. */
export const weightOf = (stems: Iterable<string>): number => [...stems].reduce((sum, stem) => sum + weight(stem), 0);

/** The words that distinguish one subject from another. */
export const distinctive = (stems: Iterable<string>): Set<string> =>
  new Set([...stems].filter((stem) => weight(stem) === 1));

/** The weight of some words that others contain; related words count in part. */
export const shared = (some: Stems, others: Stems): number =>
  [...some].reduce((sum, stem) => sum + weight(stem) * likeness(stem, others), 0);

/** The share of some words, by weight, that others contain; 1 if there are no words. */
export function coverage(some: Stems, others: Stems): number {
  const all = weightOf(some);
  return all === 0 ? 1 : shared(some, others) / all;
}

function likeness(stem: string, others: Stems): number {
  if (others.has(stem)) return 1;
  return isRelated(stem, others) ? related : 0;
}

const isRelated = (stem: string, others: Stems): boolean =>
  (englishWords.familiesOf.get(stem) ?? []).some((family) => family.some((each) => others.has(each)));

/** The share of all words that are in both, unweighted. */
export const alike = (one: Stems, other: Stems): number =>
  one.size + other.size === 0 ? 0 : one.intersection(other).size / one.union(other).size;
