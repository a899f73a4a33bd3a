import { confidenceModel } from './confidence-model.logic.ts';
import type { Features } from './features.logic.ts';
import type { Band, Confidence } from './shapes.logic.ts';

/** The thresholds of the product where an organization sets no others (behaviour.md §4). */
const high = 0.7;
const medium = 0.45;

/** The calibrated probability that the shown section answers the question, and the four groups of features behind it. */
export function confidenceOf(features: Features): Confidence {
  const value = probability(features);
  return { value, band: bandOf(value), components: componentsOf(features), formula: confidenceModel.formula };
}

export const noConfidence: Confidence = {
  value: 0,
  band: 'low',
  components: { retrieval: 0, margin: 0, coverage: 0, agreement: 0 },
  formula: confidenceModel.formula,
};

function probability(features: Features): number {
  let logit = confidenceModel.intercept;
  for (const [name, weight] of Object.entries(confidenceModel.weights)) {
    logit += weight * (features[name as keyof Features] ?? 0);
  }
  return 1 / (1 + Math.exp(-logit));
}

function bandOf(value: number): Band {
  if (value >= high) return 'high';
  return value >= medium ? 'medium' : 'low';
}

/** Plain means of the features of a group, for people; `value` is made from the features themselves. */
function componentsOf(features: Features): Confidence['components'] {
  return {
    retrieval: mean([features.bm25, features.grams, features.evidence, features.title]),
    margin: features.gap,
    coverage: mean([features.coverage, features.sentenceCoverage, 1 - features.missing, 1 - features.unknown]),
    agreement: mean([features.agreement, features.bigrams]),
  };
}

function mean(values: readonly number[]): number {
  const total = values.reduce((sum, value) => sum + value, 0);
  return Math.min(1, Math.max(0, total / values.length));
}
