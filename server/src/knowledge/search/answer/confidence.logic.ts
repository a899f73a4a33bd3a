import { lexicalModel, vectorModel } from './confidence-model.logic.ts';
import { featureNames, type ConfidenceFeatures, type Similarity } from './features.logic.ts';
import type { Band, AnswerConfidence } from '../question/shapes.logic.ts';

/** The default thresholds, for organizations that set none (docs/behaviour.md). */
const high = 0.7;
const medium = 0.45;

/** The calibrated probability that the shown section answers the question, and the four groups of features behind it. */
export function confidenceOf(features: ConfidenceFeatures, similarity: Similarity | null): AnswerConfidence {
  const logit = similarity ? withVectors(features, similarity) : byWords(features, lexicalModel);
  const value = 1 / (1 + Math.exp(-logit));
  const { formula } = similarity ? vectorModel : lexicalModel;
  return { value, band: bandOf(value), components: componentsOf(features), formula };
}

export const noConfidence: AnswerConfidence = {
  value: 0,
  band: 'low',
  components: { retrieval: 0, margin: 0, coverage: 0, agreement: 0 },
  formula: lexicalModel.formula,
};

/**
 * The confidence with another, independent reason for the answer, which is right in this share of cases: the answer is wrong only if both
 * are. The name of the reason is added to the formula.
 */
export function raised(confidence: AnswerConfidence, sureness: number, reason: string): AnswerConfidence {
  if (sureness === 0) return confidence;
  const value = 1 - (1 - confidence.value) * (1 - sureness);
  return { ...confidence, value, band: bandOf(value), formula: `${confidence.formula}+${reason}` };
}

function byWords(features: ConfidenceFeatures, { intercept, weights }: typeof lexicalModel): number {
  return featureNames.reduce((sum, name) => sum + weights[name] * features[name], intercept);
}

function withVectors(features: ConfidenceFeatures, { cosine }: Similarity): number {
  return byWords(features, vectorModel) + vectorModel.cosine * cosine;
}

function bandOf(value: number): Band {
  if (value >= high) return 'high';
  return value >= medium ? 'medium' : 'low';
}

/** Plain means of each group's features, for people to read; `value` is computed from the features themselves. */
function componentsOf(features: ConfidenceFeatures): AnswerConfidence['components'] {
  return {
    retrieval: mean([features.grams, features.sentenceEvidence]),
    margin: mean([features.gap]),
    coverage: mean([features.share, 1 - features.unknown, 1 - features.repaired]),
    agreement: mean([features.title, features.bigrams]),
  };
}

function mean(values: readonly number[]): number {
  const total = values.reduce((sum, value) => sum + value, 0);
  return Math.min(1, Math.max(0, total / values.length));
}
