import type { Features, Similarity } from './features.logic.ts';

interface ConfidenceModel {
  /** Kept with each decision; raised with every change of the features or the figures. */
  formula: string;
  intercept: number;
  weights: Record<keyof Features, number>;
}

/**
 * The probability that the section shown is the right source for this question, at a desk where about seven of ten sections
 * found are right: plain logistic regression, its logit neither stretched nor shifted. The training questions are right in
 * less than half of the cases (knowledge bases with deliberate gaps), so a right answer weighs three times a wrong one.
 * Where more of what customers ask is missing from the knowledge base, the number is too high. How far it was off on sources
 * that it was not trained on stands in server/bench/README.md.
 *
 * Printed by server/bench/train-confidence.ts on the development data; never edited by hand.
 */
export const lexicalModel: ConfidenceModel = {
  formula: 'lexical-3',
  intercept: -5.407,
  weights: {
    grams: 3.727,
    unknown: -0.409,
    repaired: -1.192,
    gap: 3.043,
    title: 3.241,
    bigrams: 0.162,
    sentenceEvidence: 5.058,
    focus: 1.552,
    asked: 1.091,
    offer: -1.918,
    yesNo: -0.932,
  },
};

/**
 * The same for answers in which vectors took part: another ranking and one more feature, so other odds. The nearest prior at
 * which it refuses as much of `bases/held-out` as `lexical-3` does: 2.75. How far the next article lies behind by cosine, the
 * cosine of the best sentence and that of the title were tried as features and brought nothing across sources.
 */
export const vectorModel: ConfidenceModel & Record<keyof Similarity, number> = {
  formula: 'vector-1',
  intercept: -5.603,
  weights: {
    grams: 3.486,
    unknown: -0.507,
    repaired: -1.504,
    gap: 3.622,
    title: 2.569,
    bigrams: 0.156,
    sentenceEvidence: 4.637,
    focus: 1.316,
    asked: 0.863,
    offer: -1.289,
    yesNo: -0.859,
  },
  cosine: 1.644,
};
