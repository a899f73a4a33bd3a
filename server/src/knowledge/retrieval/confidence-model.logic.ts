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
  intercept: -5.365,
  weights: {
    grams: 2.217,
    missing: -2.067,
    unknown: -2.393,
    repaired: -2.324,
    gap: 1.932,
    agreement: 1.706,
    prominence: 2.022,
    title: 0.92,
    bigrams: 1.574,
    sentenceEvidence: 3.878,
  },
};
