import type { Features, Similarity } from './features.logic.ts';

interface ConfidenceModel {
  /** Kept with each decision; raised with every change of the features or the figures. */
  formula: string;
  intercept: number;
  weights: Record<keyof Features, number>;
}

/**
 * The probability that the section shown is the right source for this question, at a desk where about two of three sections
 * found are right: logistic regression. The training questions are right in less than half of the cases (knowledge bases with
 * deliberate gaps), so a right answer weighs twice as much as a wrong one; and the logit is stretched 1.5 times, which gives back what
 * the penalty of the fit takes. On sources held out of the fit that answers more rightly and passes on more, at the same error of
 * calibration (server/bench/README.md). Where more of what customers ask is missing from the knowledge base, the number is too high.
 *
 * Printed by server/bench/train-confidence.ts on the development data; never edited by hand.
 */
export const lexicalModel: ConfidenceModel = {
  formula: 'lexical-6',
  intercept: -7.07,
  weights: {
    grams: 5.413,
    unknown: -1.173,
    repaired: -0.807,
    gap: 4.777,
    title: 5.537,
    bigrams: -0.251,
    sentenceEvidence: 7.664,
    focus: 0.424,
    asked: 2.996,
    offer: -2.846,
    yesNo: -0.705,
    missing: -1.594,
  },
};

/**
 * The same for answers in which vectors took part: another ranking and one more feature, so other odds. How far the next
 * article lies behind by cosine, the cosine of the best sentence and that of the title were tried as features and brought
 * nothing across sources.
 */
export const vectorModel: ConfidenceModel & Record<keyof Similarity, number> = {
  formula: 'vector-4',
  intercept: -7.048,
  weights: {
    grams: 4.068,
    unknown: -1.114,
    repaired: -0.801,
    gap: 6.83,
    title: 4.447,
    bigrams: -0.212,
    sentenceEvidence: 7.128,
    focus: 0.05,
    asked: 2.781,
    offer: -2.913,
    yesNo: 0.053,
    missing: -2.011,
  },
  cosine: 2.767,
};
