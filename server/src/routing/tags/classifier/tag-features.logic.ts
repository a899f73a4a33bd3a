/** What speaks for a text being about any of the tags: the measure of the unknown (docs/ranking.md), before it is a chance. */
export interface TagFeatures {
  /** The similarity to the nearest example, and to what the examples of a tag have in common. */
  readonly nearest: number;
  readonly centre: number;
  /** How much the words' sums say together, beyond what as many tags say of nothing. */
  readonly energy: number;
  /** The same of words and meaning added; null without vectors. */
  readonly energyOfBoth: number | null;
  /** The cosine to the nearest middle of a tag's examples. */
  readonly cosine: number;
  readonly tags: number;
  /** On average, of a tag. */
  readonly examples: number;
}

/**
 * How probable it is that the text is about any of the tags. The weights count as many strangers as messages about tags; at a
 * desk, the more examples it has given, the more of what comes in is about one of its tags.
 */
export function probabilityOfAnyTag(signs: TagFeatures): number {
  const { intercept, weights, prior } = signs.energyOfBoth === null ? byWords : byMeaning;
  const logit = featureValues(signs).reduce((sum, value, at) => sum + value * (weights[at] ?? 0), intercept);
  return 1 / (1 + Math.exp(-logit) / (prior.factor * signs.examples ** prior.power));
}

/** In the order of the weights. Energies grow with the number of examples, so that number is a feature as well. */
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
 * Intercepts and weights are printed by `server/bench/train-tags.ts`. The priors put the default of `min_similarity` where few
 * strangers get a tag at a desk with few examples (`server/bench/small-policies.bench.ts`), and most messages get theirs at one with many.
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
