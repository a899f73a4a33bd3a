import type { Term } from './term.logic.ts';

/** A related word counts for less than the customer's own: it may mean something else here. */
export const relatedTermWeight = 0.8;

/** What the terms the customer wants weigh together: those among `stems`, or all of them. */
export function overlapOf(stems: ReadonlySet<string> | null, terms: readonly Term[]): number {
  let sum = 0;
  for (const term of terms) sum += term.wanted * term.worth * (stems === null ? 1 : matchInStems(stems, term));
  return sum;
}

/** How much of a term is among the stems: all of it, or what a word in its place is worth. */
export function matchInStems(stems: ReadonlySet<string>, term: Term): number {
  if (stems.has(term.stem)) return 1;
  for (const stem of term.related.keys()) if (stems.has(stem)) return relatedTermWeight;
  return 0;
}
