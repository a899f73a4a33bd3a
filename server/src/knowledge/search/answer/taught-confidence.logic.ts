import { between } from '../ranking/taught-similarity.logic.ts';
import type { Confidence } from '../question/shapes.logic.ts';

/** How sure a similarity is that the document is right, by the share that was (server/bench/README.md). */
const sureFrom = 0.4;
const sureAt = 0.9;
const surest = 0.97;

/** Two documents that were taught the same question: neither is sure. */
const minSimilarityLead = 0.05;

/**
 * Confidence where people taught the question: it is wrong only if the model that knows the words is, and what was taught
 * does not fit either. A term of its own, beside the calibrated one.
 */
export function raisedByTaught(confidence: Confidence, similarity: number, othersSimilarity: number): Confidence {
  const alone = similarity - othersSimilarity >= minSimilarityLead;
  const sureness = alone ? surest * between(similarity, sureFrom, sureAt) : 0;
  if (sureness === 0) return confidence;
  const value = 1 - (1 - confidence.value) * (1 - sureness);
  return { ...confidence, value, formula: `${confidence.formula}+learned-1` };
}
