import { chancesOf, featuresOf, type LearnedWeights } from './softmax.logic.ts';

/** The classes of a sentence: any other, and one that says what is looked for. */
export const sentenceClasses = 2;

/** The chance that a folded sentence says what these weights were learned for, by server/bench/train-sentences.ts. */
export const chanceIn = (weights: LearnedWeights, sentence: string): number =>
  chancesOf(weights, featuresOf(sentence))[1] ?? 0;

const stretch = 10;

/** Returns the sentence and, if it is long, its stretches: the few words that matter would be lost among the others. */
export function stretchesOf(sentence: string): string[] {
  const words = sentence.split(' ');
  if (words.length <= 1.2 * stretch) return [sentence];
  const starts = Array.from({ length: Math.ceil((2 * words.length) / stretch) - 1 }, (_, at) => (at * stretch) / 2);
  return [sentence, ...starts.map((start) => words.slice(start, start + stretch).join(' '))];
}
