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
  intercept: -13.85,
  weights: {
    grams: 7.471,
    unknown: -6.393,
    repaired: -3.607,
    gap: 5.564,
    title: 9.236,
    bigrams: 1.133,
    sentenceEvidence: 11.112,
    focus: 4.319,
    asked: 3.998,
    offer: -3.94,
    yesNo: -3.407,
    small: 7.005,
  },
};
