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
  intercept: -5.209,
  weights: {
    grams: 2.232,
    missing: -2.04,
    unknown: -2.399,
    repaired: -2.355,
    gap: 1.918,
    agreement: 1.73,
    prominence: 1.998,
    title: 0.93,
    bigrams: 1.592,
    sentenceEvidence: 3.889,
  },
};
