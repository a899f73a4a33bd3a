import type { CaseVerdict, Comparison, Difference, Regression, RunSummary, RunVerdict } from '@desk/contract/runs';
import type { Decision } from '@desk/contract/decisions';
import type { SuiteCase } from '@desk/contract/suite';

/** A stored result. */
export interface Resulted {
  case_id: string;
  rehearsed: Pick<SuiteCase, 'name' | 'critical' | 'weight'>;
  verdict: CaseVerdict | null;
  score: number | null;
  decision: Decision | null;
}

type Counts = RunSummary['counts'];

export const noCounts: Counts = { pass: 0, fail: 0, flaky: 0, error: 0, skipped: 0 };

/** Computes the result of a run from those of its cases. */
export function tally(results: readonly Resulted[], base: readonly Resulted[]) {
  const counts = { ...noCounts };
  for (const { verdict } of results) if (verdict) counts[verdict]++;
  return {
    counts,
    score: weightedScore(results),
    verdict: verdictOf(counts),
    regressions: regressionsOf(results, base),
  };
}

/** Returns the weighted mean of the judged cases; null if there are none. */
export function weightedScore(results: readonly Pick<Resulted, 'score' | 'rehearsed'>[]): number | null {
  const judged = results.filter(({ score }) => score !== null);
  const weight = judged.reduce((sum, { rehearsed }) => sum + rehearsed.weight, 0);
  if (weight === 0) return null;
  const sum = judged.reduce((all, { score, rehearsed }) => all + (score ?? 0) * rehearsed.weight, 0);
  return Math.round((sum / weight) * 10_000) / 10_000;
}

function verdictOf({ pass, fail, flaky, error }: Counts): RunVerdict {
  if (fail > 0) return 'failed';
  return flaky > 0 || error > 0 || pass === 0 ? 'inconclusive' : 'passed';
}

const isBad = (verdict: CaseVerdict | null) => verdict === 'fail' || verdict === 'error';

/** Returns the cases that passed in the base and fail now; critical ones first. */
export function regressionsOf(results: readonly Resulted[], base: readonly Resulted[]): Regression[] {
  const passed = new Set(base.filter(({ verdict }) => verdict === 'pass').map(({ case_id }) => case_id));
  return criticalFirst(results.filter(({ case_id, verdict }) => isBad(verdict) && passed.has(case_id)).map(named));
}

const named = ({ case_id, rehearsed: { name, critical } }: Resulted): Regression => ({ case_id, name, critical });

const criticalFirst = <T extends Regression>(list: T[]): T[] =>
  list.toSorted((one, other) => Number(other.critical) - Number(one.critical));

/** Compares a run with its base, by case. */
export function compared(
  results: readonly Resulted[],
  base: readonly Resulted[],
): Omit<Comparison, 'run_id' | 'base_run_id'> {
  const before = new Map(base.map((each) => [each.case_id, each]));
  const now = new Set(results.map(({ case_id }) => case_id));
  const lists = { broken: [] as Difference[], fixed: [] as Difference[], changed: [] as Difference[] };
  const unreached: string[] = [];
  let same = 0;
  for (const each of results) {
    const earlier = before.get(each.case_id);
    if (!earlier) continue;
    if (earlier.verdict === null || each.verdict === null) {
      unreached.push(each.case_id);
      continue;
    }
    const kind = kindOf(earlier, each);
    if (kind === 'same') same++;
    else lists[kind].push({ ...named(each), base: saidIn(earlier), run: saidIn(each) });
  }
  return {
    broken: criticalFirst(lists.broken),
    fixed: criticalFirst(lists.fixed),
    changed: criticalFirst(lists.changed),
    same,
    added: results.filter(({ case_id }) => !before.has(case_id)).map(({ case_id }) => case_id),
    removed: base.filter(({ case_id }) => !now.has(case_id)).map(({ case_id }) => case_id),
    unreached,
  };
}

function kindOf(base: Resulted, run: Resulted): 'broken' | 'fixed' | 'changed' | 'same' {
  if (base.verdict === 'pass' && isBad(run.verdict)) return 'broken';
  if (isBad(base.verdict) && run.verdict === 'pass') return 'fixed';
  const [one, other] = [saidIn(base), saidIn(run)];
  return JSON.stringify(one) === JSON.stringify(other) ? 'same' : 'changed';
}

const saidIn = ({ verdict, decision }: Resulted): Difference['base'] => ({
  verdict,
  outcome: decision?.outcome ?? null,
  reason: decision?.reason ?? null,
  destination: decision?.destination?.name ?? null,
  answer: decision?.answer?.text ?? null,
});
