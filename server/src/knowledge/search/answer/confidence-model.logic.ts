import type { ConfidenceFeatures, Similarity } from './features.logic.ts';

interface ConfidenceModel {
  /** Stored with each decision. Raise it with every change of the features or the weights. */
  formula: string;
  intercept: number;
  weights: Record<keyof ConfidenceFeatures, number>;
}

/**
 * Logistic regression: the probability that the section shown is the right source for the question, at a desk where about
 * two of three sections found are right. In the training data less than half are right (knowledge bases with deliberate
 * gaps), so a right answer weighs 2.25 times as much as a wrong one. A question of another domain weighs five times as much
 * as others, because an unrelated question must not get an answer. The logit is stretched 1.5 times to undo the shrinkage
 * by the fit's penalty. On sources held out of the fit this gives more right answers and hands more questions over at the
 * same calibration error (server/bench/README.md). Where the knowledge base lacks more of what customers ask, the
 * probability is too high.
 * Printed by server/bench/train-confidence.ts from the development data; never edit it by hand.
 */
export const lexicalModel: ConfidenceModel = {
  formula: 'lexical-9',
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
 * The same for answers that used vectors: the ranking differs and there is one more feature, so the weights differ. Three
 * further features were tried and brought nothing across sources: the cosine lead over the next article, the cosine of the
 * best sentence and that of the title.
 */
export const vectorModel: ConfidenceModel & Record<keyof Similarity, number> = {
  formula: 'vector-7',
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
