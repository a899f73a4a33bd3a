import type { Channel } from '@desk/contract/conversations';
import { funnel, type Overview } from '@desk/contract/reports';

interface OverviewSum {
  at: Date | null;
  channel: Channel;
  measure: string;
  key: string;
  amount: number;
}

type Totals = Overview['totals'];

/** The measure and key of each number, in the order of the reply. */
const columns: [keyof Totals, string, string][] = [
  ...funnel
    .filter((name) => name !== 'confirmed' && name !== 'assumed')
    .map((name): [keyof Totals, string, string] => [name, name, '']),
  ['confirmed', 'resolved', 'ai_confirmed'],
  ['assumed', 'resolved', 'ai_assumed'],
  ['human_replies', 'human_reply', ''],
  ['human_notes', 'human_note', ''],
];

export function totalsOf(sums: readonly OverviewSum[]): Totals {
  const totals = Object.fromEntries(columns.map(([name]) => [name, 0])) as Totals;
  for (const sum of sums)
    for (const [name, measure, key] of columns)
      if (sum.measure === measure && sum.key === key) totals[name] += sum.amount;
  return totals;
}

/** One row for each moment, including those without facts. */
export function seriesOf(sums: readonly OverviewSum[], moments: readonly Date[]): Overview['series'] {
  const byTime = Map.groupBy(sums, ({ at }) => at?.getTime());
  return moments.map((at) => ({ at: at.toISOString(), ...totalsOf(byTime.get(at.getTime()) ?? []) }));
}

/** Largest first. */
export function countsOf(sums: readonly OverviewSum[], measure: string): { key: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const sum of sums) if (sum.measure === measure) counts.set(sum.key, (counts.get(sum.key) ?? 0) + sum.amount);
  return [...counts]
    .map(([key, count]) => ({ key, count }))
    .sort((one, other) => other.count - one.count || (one.key < other.key ? -1 : 1));
}

export const shares = { p50: 0.5, p90: 0.9 } as const;

export function timesOf(sums: readonly OverviewSum[], measure: string): Overview['times']['resolution'] {
  const count = countsOf(sums, measure).reduce((all, each) => all + each.count, 0);
  const quantile = (share: number): number | null => {
    const step = stepAt(sums, measure, share);
    return step === null ? null : secondsOf(step);
  };
  return { p50: quantile(shares.p50), p90: quantile(shares.p90), count };
}

/** The step that this share of the times does not exceed; null if there are no times. */
export function stepAt(sums: readonly OverviewSum[], measure: string, share: number): number | null {
  const steps = countsOf(sums, measure)
    .map(({ key, count }) => ({ step: Number(key), count }))
    .sort((one, other) => one.step - other.step);
  let left = share * steps.reduce((all, each) => all + each.count, 0);
  for (const each of steps) {
    left -= each.count;
    if (left <= 0) return each.step;
  }
  return null;
}

/** A step is a tenth in the natural logarithm of seconds. */
export const secondsOf = (step: number): number => Math.round(Math.exp(step / 10));

const binCount = 20;

export function binsOf(sums: readonly OverviewSum[]): Overview['confidence']['bins'] {
  const counts = new Map(countsOf(sums, 'confidence').map(({ key, count }) => [Number(key), count]));
  return Array.from({ length: binCount }, (_, bin) => ({
    from: bin / binCount,
    to: (bin + 1) / binCount,
    count: counts.get(bin) ?? 0,
  }));
}

/** The series, one line for each moment. Contains only numbers and times, so no formula that a spreadsheet could run. */
export function csvOf({ series }: Overview): string {
  const names = columns.map(([name]) => name);
  const lines = series.map((row) => [row.at, ...names.map((name) => row[name])].join(','));
  return [['at', ...names].join(','), ...lines].map((line) => `${line}\r\n`).join('');
}
