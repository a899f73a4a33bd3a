import type { Features } from './features.logic.ts';

export const confidenceModel: { formula: string; intercept: number; weights: Partial<Record<keyof Features, number>> } = {
  formula: 'lexical-0',
  intercept: -3,
  weights: {
    bm25: 3, grams: 1, coverage: 2, sentenceCoverage: 1, missing: -1, unknown: -1, repaired: 0, gap: 1, agreement: 1,
    title: 1, bigrams: 1, evidence: 0, length: 0,
  },
};
