import type { Term } from '../question/term.logic.ts';

/** Two words of a question that are adjacent in it or have one word between them. */
export interface TermPair {
  before: string;
  after: string;
  weight: number;
}

const widest = 2;

/** The pairs of a question, sentence by sentence; a pair weighs as much as the lighter of its words. */
export function adjacentTerms(sentences: readonly (readonly Term[])[]): TermPair[] {
  return sentences.flatMap((sentence) =>
    sentence.flatMap((term, at) =>
      sentence.slice(Math.max(0, at - widest), at).flatMap((before, back, some): TermPair[] => {
        const weight = Math.min(before.asked * before.idf, term.asked * term.idf) / (some.length - back);
        return before === term || weight === 0 ? [] : [{ before: before.stem, after: term.stem, weight }];
      }),
    ),
  );
}

/** Two words within this distance, in any order, still refer to one thing. */
const near = 3;
const worthOfNear = 0.5;

/**
 * The share of the pairs whose words follow each other in one of the texts; a pair whose words are only near each other
 * counts half.
 */
export function proximityOf(texts: readonly (readonly string[])[], pairs: readonly TermPair[]): number {
  const places = placesOf(texts, new Set(pairs.flatMap(({ before, after }) => [before, after])));
  let held = 0;
  let all = 0;
  for (const { before, after, weight } of pairs) {
    all += weight;
    held += weight * closeness(places.get(before) ?? [], places.get(after) ?? []);
  }
  return all === 0 ? 0 : held / all;
}

// Positions as if the texts were concatenated, with a gap so that words of two texts are never near.
function placesOf(texts: readonly (readonly string[])[], wanted: ReadonlySet<string>): Map<string, number[]> {
  const places = new Map<string, number[]>();
  let start = 0;
  for (const stems of texts) {
    for (const [at, stem] of stems.entries()) {
      if (!wanted.has(stem)) continue;
      const known = places.get(stem);
      if (known) known.push(start + at);
      else places.set(stem, [start + at]);
    }
    start += stems.length + near;
  }
  return places;
}

function closeness(before: readonly number[], after: readonly number[]): number {
  let best = 0;
  for (const one of before) {
    for (const other of after) {
      if (other - one === 1) return 1;
      if (Math.abs(other - one) <= near) best = worthOfNear;
    }
  }
  return best;
}
