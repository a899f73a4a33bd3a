import type { Comparison, listRuns, RehearsedCase, Run } from '@desk/contract/runs';
import type { FilledQueryOf } from '@desk/contract/endpoint';
import type { Desk } from '../../platform/desk.ts';
import { invalid, notFound } from '../../platform/http/errors.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';
import { idAfter, pageOf } from '../../platform/http/page.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import { findResult, findRun, listResults, listResultsWithoutDecisions, runsBefore } from './runs.store.ts';
import { viewResult, viewRun, viewRunWithResults } from './runs.view.ts';
import { compared } from './tally.logic.ts';

export const showRuns = (desk: Desk, scope: OrganizationScope, { limit, cursor }: FilledQueryOf<typeof listRuns>) =>
  inScope(desk.db, scope, async (tx) => {
    const found = await runsBefore(tx, scope, { before: idAfter(cursor), limit });
    const { rows, next_cursor } = pageOf(found, limit, (row) => [row.id]);
    return { items: rows.map(viewRun), next_cursor };
  });

/** Shows a run with the result of each case. Throws 404. */
export const showRun = (
  desk: Desk,
  scope: OrganizationScope,
  id: string,
  decisions: 'all' | 'none' = 'all',
): Promise<Run> =>
  inScope(desk.db, scope, async (tx) => {
    const run = await findRun(tx, scope, id);
    if (!run) throw notFound();
    const list = decisions === 'all' ? listResults : listResultsWithoutDecisions;
    return viewRunWithResults(run, await list(tx, scope, id));
  });

/** Throws 404 for an unknown run, and for a case that was not in it. */
export const showCaseResult = (
  desk: Desk,
  scope: OrganizationScope,
  of: { runId: string; caseId: string },
): Promise<RehearsedCase> =>
  inScope(desk.db, scope, async (tx) => {
    const row = await findResult(tx, scope, of);
    if (!row) throw notFound();
    return { ...viewResult(row), case: row.rehearsed };
  });

/** Compares a run with its baseline, or with another named run. Throws 404, 422 `query.base` if there is nothing to compare with. */
export const compareRuns = (
  desk: Desk,
  scope: OrganizationScope,
  { id, base }: { id: string; base: string | undefined },
): Promise<Comparison> =>
  inScope(desk.db, scope, async (tx) => {
    const run = await findRun(tx, scope, id);
    if (!run) throw notFound();
    const baseId = base ?? run.baseline_run_id;
    if (!baseId) throw invalid('query.base', sentence`The run has no baseline. Name one.`);
    if (!(await findRun(tx, scope, baseId))) throw base === undefined ? forgotten() : notFound();
    const results = await listResults(tx, scope, id);
    return { run_id: id, base_run_id: baseId, ...compared(results, await listResults(tx, scope, baseId)) };
  });

const forgotten = () => invalid('query.base', sentence`The run's baseline is no longer kept. Name another run.`);
