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
 * deliberate gaps), so a right answer weighs 1.75 times a wrong one; and the logit is stretched 1.5 times, which gives back what
 * the penalty of the fit takes. On sources held out of the fit that answers more rightly and passes on more, at the same error of
 * calibration (server/bench/README.md). Where more of what customers ask is missing from the knowledge base, the number is too high.
 *
 * Printed by server/bench/train-confidence.ts on the development data; never edited by hand.
 */
export const lexicalModel: ConfidenceModel = {
  formula: 'lexical-6',
  intercept: -7.269,
  weights: {
    grams: 5.315,
    unknown: -1.215,
    repaired: -0.838,
    gap: 4.86,
    title: 5.469,
    bigrams: -0.24,
    sentenceEvidence: 7.532,
    focus: 0.469,
    asked: 3.117,
    offer: -2.88,
    yesNo: -0.687,
    missing: -1.581,
  },
};

/**
 * The same for answers in which vectors took part: another ranking and one more feature, so other odds. How far the next
 * article lies behind by cosine, the cosine of the best sentence and that of the title were tried as features and brought
 * nothing across sources.
 */
export const vectorModel: ConfidenceModel & Record<keyof Similarity, number> = {
  formula: 'vector-4',
  intercept: -7.252,
  weights: {
    grams: 4.002,
    unknown: -1.119,
    repaired: -0.748,
    gap: 6.892,
    title: 4.413,
    bigrams: -0.191,
    sentenceEvidence: 7.003,
    focus: 0.142,
    asked: 2.85,
    offer: -2.92,
    yesNo: 0.014,
    missing: -1.967,
  },
  cosine: 2.699,
};
