import type { Term } from './term.logic.ts';

/** A related word counts for less than the customer's own: it may mean something else here. */
export const relatedTermWeight = 0.8;

/** The total weight of the terms that the customer asks for: those among `stems`, or all if null. */
export function overlapOf(stems: ReadonlySet<string> | null, terms: readonly Term[]): number {
  let sum = 0;
  for (const term of terms) sum += term.wanted * term.worth * (stems === null ? 1 : matchInStems(stems, term));
  return sum;
}

/** 1 if the term itself is among the stems, less if only a related word is, otherwise 0. */
export function matchInStems(stems: ReadonlySet<string>, term: Term): number {
  if (stems.has(term.stem)) return 1;
  for (const stem of term.related.keys()) if (stems.has(stem)) return relatedTermWeight;
  return 0;
}
