import { parseArgs } from 'node:util';
import type { ConfidenceFeatures, Similarity } from '../src/knowledge/search/answer/features.logic.ts';
import { type Example, type Fit, fitLogistic, predict } from './measuring/logistic.ts';
import { auroc, calibrationError, mean } from './measuring/measures.ts';
import { type Sample, samplesOf } from './measuring/samples.ts';
import { readAllSets } from './corpora/sets.ts';
import { meaningsOf } from './corpora/vectors.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string', multiple: true },
    penalty: { type: 'string', default: '20' },
    drop: { type: 'string', default: '' },
    vectors: { type: 'boolean', default: false },
    // The mix of questions that the confidence is calibrated for: the weight of a right answer relative to a wrong one.
    prior: { type: 'string', default: '2.25' },
    // Answering a question of another domain is the worst mistake: the weight of these questions relative to the others.
    far: { type: 'string', default: '5' },
    // The penalty keeps the weights small and so the confidence near the middle: this factor on the logit compensates for that.
    stretch: { type: 'string', default: '1.5' },
  },
});
if (!values.data) throw new Error('--data DIR (repeatable): directories of knowledge bases with cases');
const sets = readAllSets(values.data);
const samples = samplesOf(sets, values.vectors ? await meaningsOf(sets) : null);
const dropped = new Set(values.drop.split(','));
const names = featureNames(samples).filter((name) => !dropped.has(name));
const families = [...new Set(samples.map(familyOf))];

console.table(
  families.flatMap((family) => {
    const fit = fitted(samples.filter((sample) => familyOf(sample) !== family));
    return rows(
      `held out: ${family}`,
      samples.filter((sample) => familyOf(sample) === family),
      fit,
    );
  }),
);
const fit = fitted(samples);
console.table([
  ...rows('trained on all', samples, fit),
  ...families.flatMap((family) =>
    rows(
      `all: ${family}`,
      samples.filter((sample) => familyOf(sample) === family),
      fit,
    ),
  ),
]);
console.log(
  JSON.stringify({
    intercept: round(fit.intercept),
    weights: Object.fromEntries(names.map((name, at) => [name, round(fit.weights[at] ?? 0)])),
  }),
);

// Sets from the same source are held out together.
function familyOf(sample: Sample): string {
  return sample.set.split('_')[0] ?? sample.set;
}

// All sources have the same weight, whatever their size.
function fitted(train: readonly Sample[]): Fit {
  const sizes = Map.groupBy(train, familyOf);
  const examples = train.flatMap((sample): Example[] =>
    sample.features
      ? [
          {
            values: vectorOf(sample.features),
            right: sample.right,
            weight: (500 * weightOf(sample)) / (sizes.get(familyOf(sample))?.length ?? 1),
          },
        ]
      : [],
  );
  const { intercept, weights } = fitLogistic(examples, Number(values.penalty));
  const stretch = Number(values.stretch);
  return { intercept: stretch * intercept, weights: weights.map((weight) => stretch * weight) };
}

function weightOf({ right, label }: Sample): number {
  return (right ? Number(values.prior) : 1) * (label === 'far' ? Number(values.far) : 1);
}

function rows(what: string, tested: readonly Sample[], fit: Fit) {
  const groups: [string, readonly Sample[]][] = [
    ['all', tested],
    ['<=40', tested.filter((sample) => sample.articles <= 40)],
    ['<=200', tested.filter((sample) => sample.articles > 40 && sample.articles <= 200)],
    ['>200', tested.filter((sample) => sample.articles > 200)],
  ];
  return groups.filter(([, group]) => group.length > 0).map(([size, group]) => row(`${what}, ${size}`, group, fit));
}

function row(what: string, tested: readonly Sample[], fit: Fit) {
  const scored = tested.map((sample) => ({
    ...sample,
    value: sample.features ? predict(fit, vectorOf(sample.features)) : 0,
  }));
  const answered = scored.filter((one) => one.value >= 0.7);
  const sorted = [...scored].sort((left, right) => right.value - left.value);
  const far = scored.filter((one) => one.label === 'far');
  const gap = scored.filter((one) => one.label === 'kb_gap' || one.label === 'unanswerable');
  const answerable = scored.filter((one) => one.label === 'answerable');
  const isRight = (one: { right: boolean }) => (one.right ? 1 : 0);
  const isAnswered = (one: { value: number }) => (one.value >= 0.7 ? 1 : 0);
  return {
    what,
    n: tested.length,
    right: round(mean(scored.map(isRight))),
    predicted: round(mean(scored.map((one) => one.value))),
    ece: round(calibrationError(scored)),
    auroc: round(
      auroc(
        scored.filter((one) => one.right).map((one) => one.value),
        scored.filter((one) => !one.right).map((one) => one.value),
      ),
    ),
    'p@50': round(mean(sorted.slice(0, sorted.length / 2).map(isRight))),
    answered: round(mean(scored.map(isAnswered))),
    'right, answered': round(mean(answerable.map((one) => isAnswered(one) * isRight(one)))),
    precision: round(mean(answered.map(isRight))),
    'answerable answered': round(mean(answerable.map(isAnswered))),
    'gap answered': round(mean(gap.map(isAnswered))),
    'far answered': round(mean(far.map(isAnswered))),
    'gap escalated': round(mean(gap.map((one) => (one.value < 0.45 ? 1 : 0)))),
  };
}

function vectorOf(features: ConfidenceFeatures & Partial<Similarity>): number[] {
  return names.map((name) => features[name] ?? 0);
}

function featureNames(from: readonly Sample[]): (keyof ConfidenceFeatures | keyof Similarity)[] {
  const first = from.find((sample) => sample.features)?.features;
  return first ? (Object.keys(first) as (keyof ConfidenceFeatures | keyof Similarity)[]) : [];
}

function round(value: number): number {
  return Number(value.toFixed(3));
}
