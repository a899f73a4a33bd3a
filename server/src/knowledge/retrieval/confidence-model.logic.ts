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
 * deliberate gaps), so a right answer weighs 2.25 times a wrong one; and the logit is stretched 1.5 times, which gives back what
 * the penalty of the fit takes. On sources held out of the fit that answers more rightly and passes on more, at the same error of
 * calibration (server/bench/README.md). Where more of what customers ask is missing from the knowledge base, the number is too high.
 *
 * Printed by server/bench/train-confidence.ts on the development data; never edited by hand.
 */
export const lexicalModel: ConfidenceModel = {
  formula: 'lexical-5',
  intercept: -7.053,
  weights: {
    grams: 4.949,
    unknown: -0.776,
    repaired: -2.006,
    gap: 4.91,
    title: 5.431,
    bigrams: 0.175,
    sentenceEvidence: 7.104,
    focus: 1.338,
    asked: 3.182,
    offer: -2.43,
    yesNo: -0.822,
    missing: -1.824,
  },
};

/**
 * The same for answers in which vectors took part: another ranking and one more feature, so other odds. How far the next
 * article lies behind by cosine, the cosine of the best sentence and that of the title were tried as features and brought
 * nothing across sources.
 */
export const vectorModel: ConfidenceModel & Record<keyof Similarity, number> = {
  formula: 'vector-3',
  intercept: -6.855,
  weights: {
    grams: 3.922,
    unknown: -0.696,
    repaired: -0.482,
    gap: 5.332,
    title: 4.13,
    bigrams: 0.003,
    sentenceEvidence: 6.922,
    focus: 0.72,
    asked: 2.413,
    offer: -2.274,
    yesNo: -0.662,
    missing: -2.03,
  },
  cosine: 3.128,
};
