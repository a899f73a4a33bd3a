import { chancesOf, featuresOf, type LearnedWeights } from './softmax.logic.ts';

/** The classes of a sentence: any other, and one that says what is looked for. */
export const sentenceClasses = 2;

/** The chance that a folded sentence says what these weights were learned for, by server/bench/train-sentences.ts. */
export const chanceIn = (weights: LearnedWeights, sentence: string): number =>
  chancesOf(weights, featuresOf(sentence))[1] ?? 0;
