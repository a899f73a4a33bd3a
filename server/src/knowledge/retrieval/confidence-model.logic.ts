import type { Features } from './features.logic.ts';

interface ConfidenceModel {
  /** Kept with each decision; raised with every change of the features or the figures. */
  formula: string;
  intercept: number;
  weights: Record<keyof Features, number>;
}

/** Printed by server/bench/train-confidence.ts on the development data; never edited by hand. */
export const confidenceModel: ConfidenceModel = {
  formula: 'lexical-1',
  intercept: -4.55,
  weights: {
    grams: 2.284,
    missing: -2.369,
    unknown: -2.4,
    repaired: -2.736,
    gap: 1.901,
    agreement: 1.141,
    prominence: 1.814,
    title: 0.836,
    bigrams: 1.889,
    sentenceEvidence: 3.477,
  },
};
