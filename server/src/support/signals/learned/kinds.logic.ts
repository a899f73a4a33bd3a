import { chancesOf, featuresOf, type LearnedWeights } from '../../../platform/text/learned/softmax.logic.ts';

/**
 * The kinds of messages that the weights distinguish, in the order of their classes. The examples in `moods/` and `closings/` are
 * labelled with them.
 */
export const moodKinds = ['neutral', 'angry', 'unhappy', 'positive'] as const;
export const closingKinds = ['other', 'closes', 'greets'] as const;

/** The chance of each kind for a folded text, by weights that server/bench/train-kinds.ts learned. */
export function chancesOfKinds<Kind extends string>(
  weights: LearnedWeights,
  kinds: readonly Kind[],
  text: string,
): Readonly<Record<Kind, number>> {
  const chances = chancesOf(weights, featuresOf(text));
  return Object.fromEntries(kinds.map((kind, at) => [kind, chances[at] ?? 0])) as Record<Kind, number>;
}

// Matches only one of several spaces: matching the whole run would take quadratic time. `clausesIn` trims the rest.
const betweenClauses = /(?<=[.!?…])\s|\n|[,;:]\s|\s[-–—]+\s/u;

/** The clauses of a text that contain words. */
export const clausesIn = (text: string): string[] =>
  text
    .split(betweenClauses)
    .map((clause) => clause.trim())
    .filter((clause) => /\p{L}/u.test(clause));

/** Up to three words with capitals, as in "Thanks, Nora Lind". */
export const isName = (clause: string): boolean =>
  /^\p{Lu}[\p{L}\p{M}'’.-]*(?: \p{Lu}[\p{L}\p{M}'’.-]*){0,2}[.!]?$/u.test(clause);
