import type { Case } from '../corpora/sets.ts';

export interface RankMeasures {
  ndcg10: number;
  hit1: number;
  hit3: number;
  mrr10: number;
}

/** Graded nDCG@10 (gain 2^grade − 1), hits and reciprocal rank of one ranking of article ids. */
export function rankMeasures(ranked: readonly string[], relevant: Case['relevant']): RankMeasures {
  const grades = ranked.slice(0, 10).map((id) => relevant[id] ?? 0);
  const first = grades.findIndex((grade) => grade > 0);
  const ideal = Object.values(relevant)
    .sort((left, right) => right - left)
    .slice(0, 10);
  return {
    ndcg10: discounted(grades) / (discounted(ideal) || 1),
    hit1: first === 0 ? 1 : 0,
    hit3: first >= 0 && first < 3 ? 1 : 0,
    mrr10: first < 0 ? 0 : 1 / (first + 1),
  };
}

function discounted(grades: readonly number[]): number {
  return grades.reduce((sum, grade, at) => sum + (2 ** grade - 1) / Math.log2(at + 2), 0);
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / (values.length || 1);
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

/** The probability that a right one scores above a wrong one; ties count half. */
export function auroc(right: readonly number[], wrong: readonly number[]): number {
  let above = 0;
  for (const high of right) for (const low of wrong) above += (Math.sign(high - low) + 1) / 2;
  return above / (right.length * wrong.length || 1);
}

/** Expected calibration error over ten equal bins: the distance between the mean prediction and the share that was right. */
export function calibrationError(scored: readonly { value: number; right: boolean }[]): number {
  const bins = Map.groupBy(scored, ({ value }) => Math.min(9, Math.floor(value * 10)));
  const apart = [...bins.values()].map((bin) =>
    Math.abs(bin.reduce((sum, { value, right }) => sum + value - (right ? 1 : 0), 0)),
  );
  return apart.reduce((sum, one) => sum + one, 0) / (scored.length || 1);
}

/** A small seeded generator (mulberry32): every run of a benchmark draws the same numbers. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
