/** Features that a text is about any of the tags at all: the measure of the unknown (docs/ranking.md), not yet a probability. */
export interface TagFeatures {
  /** The similarity to the nearest example (`nearest`), and to the centre of a tag's examples (`centre`). */
  readonly nearest: number;
  readonly centre: number;
  /** The log-sum-exp of the words' sums, less its value for the same number of tags without any match. */
  readonly energy: number;
  /** The same for the added sums of words and meaning; null without vectors. */
  readonly energyOfBoth: number | null;
  /** The cosine to the nearest centroid of a tag's examples. */
  readonly cosine: number;
  readonly tags: number;
  /** The average number of examples of a tag. */
  readonly examples: number;
}

/**
 * Returns the probability that the text is about any of the tags. The weights assume as many unrelated messages as messages about
 * tags. The prior corrects this: the more examples a desk has, the more of its messages are about one of its tags.
 */
export function probabilityOfAnyTag(signs: TagFeatures): number {
  const { intercept, weights, prior } = signs.energyOfBoth === null ? byWords : byMeaning;
  const logit = featureValues(signs).reduce((sum, value, at) => sum + value * (weights[at] ?? 0), intercept);
  return 1 / (1 + Math.exp(-logit) / (prior.factor * signs.examples ** prior.power));
}

/** The features, in the order of the weights. Energies grow with the number of examples, so that number is a feature too. */
export function featureValues({
  nearest,
  centre,
  energy,
  energyOfBoth,
  cosine,
  tags,
  examples,
}: TagFeatures): number[] {
  const many = Math.log(tags);
  const deep = Math.log(examples);
  if (energyOfBoth === null) return [nearest, centre, energy, energy * deep, many, deep];
  return [nearest, centre, energy, energyOfBoth, energyOfBoth * deep, cosine, many, deep];
}

/**
 * `server/bench/train-tags.ts` prints the intercepts and weights. The priors are chosen for the default of `min_similarity`: few unrelated
 * messages get a tag at a desk with few examples (`server/bench/small-policies.bench.ts`), and most messages get theirs at one with many.
 */
const byWords = {
  intercept: -1.218,
  weights: [4.177, 14.013, 1.679, -0.239, -0.626, -0.498],
  prior: { factor: 0.15, power: 1 },
};
const byMeaning = {
  intercept: -4.559,
  weights: [4.973, 4.193, 0.423, 0.541, -0.068, 8.134, -1.035, -0.699],
  prior: { factor: 0.5, power: 0.8 },
};
