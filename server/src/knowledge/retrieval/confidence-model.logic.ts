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
  formula: 'lexical-4',
  intercept: -8.539,
  weights: {
    grams: 5.368,
    unknown: -0.696,
    repaired: -1.688,
    gap: 4.719,
    title: 4.718,
    bigrams: 0.248,
    sentenceEvidence: 7.385,
    focus: 2.443,
    asked: 1.844,
    offer: -2.954,
    yesNo: -1.281,
  },
};

/**
 * The same for answers in which vectors took part: another ranking and one more feature, so other odds. How far the next
 * article lies behind by cosine, the cosine of the best sentence and that of the title were tried as features and brought
 * nothing across sources.
 */
export const vectorModel: ConfidenceModel & Record<keyof Similarity, number> = {
  formula: 'vector-2',
  intercept: -8.708,
  weights: {
    grams: 5.051,
    unknown: -0.781,
    repaired: -2.093,
    gap: 5.559,
    title: 3.801,
    bigrams: 0.259,
    sentenceEvidence: 6.767,
    focus: 2.109,
    asked: 1.482,
    offer: -2.05,
    yesNo: -1.223,
  },
  cosine: 2.393,
};
