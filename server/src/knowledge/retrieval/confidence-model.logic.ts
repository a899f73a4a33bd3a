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
 * deliberate gaps), so a right answer weighs 2.25 times as much as a wrong one; a question of another domain five times as much as
 * others, since whoever asks what has nothing to do with us must not get an answer; and the logit is stretched 1.5 times, which gives back
 * what the penalty of the fit takes. On sources held out of the fit that answers more rightly and passes on more, at the same error of
 * calibration (server/bench/README.md). Where more of what customers ask is missing from the knowledge base, the number is too high.
 *
 * Printed by server/bench/train-confidence.ts on the development data; never edited by hand.
 */
export const lexicalModel: ConfidenceModel = {
  formula: 'lexical-7',
  intercept: -11.192,
  weights: {
    grams: 7.028,
    unknown: -1.006,
    repaired: -1.671,
    gap: 4.192,
    title: 7.486,
    bigrams: 0.518,
    sentenceEvidence: 7.94,
    share: 1.994,
    asked: 6.679,
    offer: -1.425,
    yesNo: -0.134,
    missing: -1.965,
  },
};

/**
 * The same for answers in which vectors took part: another ranking and one more feature, so other odds. How far the next
 * article lies behind by cosine, the cosine of the best sentence and that of the title were tried as features and brought
 * nothing across sources.
 */
export const vectorModel: ConfidenceModel & Record<keyof Similarity, number> = {
  formula: 'vector-5',
  intercept: -10.376,
  weights: {
    grams: 4.981,
    unknown: -0.771,
    repaired: -0.513,
    gap: 6.041,
    title: 5.651,
    bigrams: 0.234,
    sentenceEvidence: 6.807,
    share: 1.041,
    asked: 5.642,
    offer: -1.805,
    yesNo: 0.666,
    missing: -2.689,
  },
  cosine: 5.082,
};
