import type { CaseResult, Run, RunSummary } from '@desk/contract/runs';
import type { ResultRow, RunRow } from './runs.store.ts';

export const viewRun = (row: RunRow): RunSummary => ({
  id: row.id,
  status: row.status,
  verdict: row.verdict,
  trigger: { type: row.trigger.type, id: row.trigger.id, name: row.trigger.name },
  suite_version: row.suite_version,
  covers_suite: row.covers_suite,
  snapshot: row.snapshot,
  overlay: row.overlay,
  progress: { done: row.done, total: row.total },
  counts: row.counts,
  score: row.score,
  baseline_run_id: row.baseline_run_id,
  regressions: row.regressions,
  created_at: row.created_at.toISOString(),
  started_at: row.started_at?.toISOString() ?? null,
  finished_at: row.finished_at?.toISOString() ?? null,
  version: row.version,
});

/** Sorts regressions first, then other failures, then the rest in the order of the suite. */
export function viewRunWithResults(row: RunRow, results: readonly ResultRow[]): Run {
  const regressed = new Set(row.regressions.map(({ case_id }) => case_id));
  const rank = ({ case_id, verdict }: ResultRow) => {
    if (regressed.has(case_id)) return 0;
    return verdict === 'fail' || verdict === 'error' || verdict === 'flaky' ? 1 : 2;
  };
  return { ...viewRun(row), results: results.toSorted((one, other) => rank(one) - rank(other)).map(viewResult) };
}

export const viewResult = (row: ResultRow): CaseResult => ({
  case_id: row.case_id,
  name: row.rehearsed.name,
  critical: row.rehearsed.critical,
  verdict: row.verdict,
  score: row.score,
  assertions: row.assertions,
  decision: row.decision,
  error: row.error,
  duration_ms: row.duration_ms,
});
