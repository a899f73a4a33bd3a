import { type Answerable, shownSection } from './answer.logic.ts';
import { lexicalModel, vectorModel } from './confidence-model.logic.ts';
import { featureNames } from './features.logic.ts';

/** One feature's contribution to the logit: its value times its weight. */
export interface ConfidenceTerm {
  name: string;
  value: number;
  weight: number;
  product: number;
}

export interface ExplainedConfidence {
  formula: string;
  intercept: number;
  /** The largest contribution first. */
  terms: ConfidenceTerm[];
  /** From the model alone, before taught questions or a code raise it. */
  value: number;
}

/** Every step of the confidence in the section that would be shown; null if no section would be shown. */
export function explainConfidence(answerable: Answerable): ExplainedConfidence | null {
  const shown = shownSection(answerable);
  if (shown === null) return null;
  const { features, similarity } = shown;
  const { formula, intercept, weights } = similarity ? vectorModel : lexicalModel;
  const terms = featureNames.map((name) => termOf(name, features[name], weights[name]));
  if (similarity) terms.push(termOf('cosine', similarity.cosine, vectorModel.cosine));
  const logit = terms.reduce((sum, { product }) => sum + product, intercept);
  terms.sort((one, other) => Math.abs(other.product) - Math.abs(one.product));
  return { formula, intercept, terms, value: 1 / (1 + Math.exp(-logit)) };
}

const termOf = (name: string, value: number, weight: number): ConfidenceTerm => ({
  name,
  value,
  weight,
  product: value * weight,
});
