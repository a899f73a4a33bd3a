import type { ConfidenceFeatures, Similarity } from './features.logic.ts';

interface ConfidenceModel {
  /** Kept with each decision; raised with every change of the features or the figures. */
  formula: string;
  intercept: number;
  weights: Record<keyof ConfidenceFeatures, number>;
}

/**
 * The probability that the section shown is the right source for this question, at a desk where about two of three sections
 * found are right: logistic regression. The training questions are right in less than half of the cases (knowledge bases with
 * deliberate gaps), so a right answer weighs 2.25 times as much as a wrong one; a question of another domain five times as much as
 * others, since a question that has nothing to do with us must not get an answer; and the logit is stretched 1.5 times, which gives back
 * what the penalty of the fit takes. On sources held out of the fit that answers more rightly and passes on more, at the same error of
 * calibration (server/bench/README.md). Where more of what customers ask is missing from the knowledge base, the number is too high.
 *
 * Printed by server/bench/train-confidence.ts on the development data; never edited by hand.
 */
export const lexicalModel: ConfidenceModel = {
  formula: 'lexical-8',
  intercept: -10.978,
  weights: {
    grams: 6.421,
    unknown: -1.048,
    repaired: -3.772,
    gap: 4.15,
    title: 6.351,
    bigrams: -0.032,
    sentenceEvidence: 6.527,
    share: 2.316,
    asked: 7.952,
    offer: -1.67,
    yesNo: -0.565,
    missing: -1.525,
    unnamed: -2.738,
    figureless: -5.876,
  },
};

/**
 * The same for answers in which vectors took part: another ranking and one more feature, so other odds. How far the next
 * article lies behind by cosine, the cosine of the best sentence and that of the title were tried as features and brought
 * nothing across sources.
 */
export const vectorModel: ConfidenceModel & Record<keyof Similarity, number> = {
  formula: 'vector-6',
  intercept: -10.355,
  weights: {
    grams: 4.854,
    unknown: -0.876,
    repaired: -1.316,
    gap: 5.72,
    title: 4.491,
    bigrams: -0.248,
    sentenceEvidence: 5.308,
    share: 1.534,
    asked: 7.031,
    offer: -1.894,
    yesNo: 0.138,
    missing: -2.163,
    unnamed: -2.681,
    figureless: -7.581,
  },
  cosine: 4.811,
};
