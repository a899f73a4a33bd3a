import type { Features } from './features.logic.ts';

interface ConfidenceModel {
  /** Kept with each decision; raised with every change of the features or the figures. */
  formula: string;
  intercept: number;
  weights: Record<keyof Features, number>;
}

/** Printed by server/bench/train-confidence.ts on the development data; never edited by hand. */
export const confidenceModel: ConfidenceModel = {
  formula: 'lexical-2',
  intercept: -14.276,
  weights: {
    grams: 7.138,
    unknown: -6.257,
    repaired: -5.119,
    gap: 5.609,
    title: 9.364,
    bigrams: 1.141,
    sentenceEvidence: 11.329,
    focus: 4.576,
    asked: 4.156,
    offer: -7.235,
    small: 6.535,
  },
};
