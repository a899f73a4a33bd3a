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
  intercept: -13.955,
  weights: {
    grams: 7.295,
    unknown: -6.122,
    repaired: -4.048,
    gap: 5.548,
    title: 9.312,
    bigrams: 1.088,
    sentenceEvidence: 11.458,
    focus: 4.376,
    asked: 3.813,
    offer: -5.113,
    yesNo: -3.454,
    small: 6.99,
  },
};
