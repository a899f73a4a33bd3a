import { errorCode, isDatabaseUnavailable } from '../../platform/database/database.ts';
import type { Desk } from '../../platform/desk.ts';
import { keepRenewing, silenceSeconds } from '../../platform/jobs/silence.ts';
import { AppError } from '../../platform/http/errors.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import { rehearseCase } from './rehearse-case.ts';
import { runDue } from './runs.jobs.ts';
import {
  findVerdicts,
  forgetOldRuns,
  isLeased,
  lastComparableRun,
  leaseFor,
  lockNextRun,
  lockRun,
  renewLease,
  saveResult,
  updateRun,
  waitingCases,
  type ResultRow,
  type RunRow,
} from './runs.store.ts';
import { tally } from './tally.logic.ts';
import { english } from '../../platform/words/sentence.logic.ts';

/** The time that a job works on a piece, and for which a shutdown has to wait. */
const pieceMilliseconds = 3_000;
const casesAtOnce = 50;
/** The longest wait before each case while customers are being answered. */
const mostWaitMilliseconds = 200;
const keptRuns = 200;

/** Works on a piece of the organization's run, the next cases without a verdict, and promises the next piece. */
export async function workRuns(desk: Desk, scope: OrganizationScope): Promise<void> {
  const run = await takeRun(desk, scope);
  if (!run) return;
  const release = keepRenewing(() => inScope(desk.db, scope, (tx) => renewLease(tx, scope, run.id, silenceSeconds)));
  try {
    await workPiece(desk, scope, run);
  } finally {
    release();
  }
}

async function workPiece(desk: Desk, scope: OrganizationScope, run: RunRow): Promise<void> {
  const ends = performance.now() + pieceMilliseconds;
  let left = await waiting(desk, scope, run);
  while (left.length > 0 && performance.now() < ends) {
    for (const each of left) {
      const goesOn = await workCase(desk, scope, run, each);
      if (!goesOn) return;
      if (performance.now() >= ends) break;
      await desk.jobs.foregroundIdle(mostWaitMilliseconds);
    }
    left = await waiting(desk, scope, run);
  }
  if (left.length === 0) await finish(desk, scope, run.id);
  else await inScope(desk.db, scope, (tx) => updateRun(tx, scope, run.id, { leased_until: null }));
  await promiseMore(desk, scope);
}

const waiting = (desk: Desk, scope: OrganizationScope, { id }: RunRow) =>
  inScope(desk.db, scope, (tx) => waitingCases(tx, scope, id, casesAtOnce));

const promiseMore = (desk: Desk, { organizationId }: OrganizationScope) =>
  inScope(desk.db, { organizationId }, (tx) =>
    desk.jobs.enqueue(tx, runDue, { organizationId }, { key: organizationId }),
  );

/** Returns null if there is no run, or if another process has leased it; the sweeper takes care of that one. */
const takeRun = (desk: Desk, scope: OrganizationScope): Promise<RunRow | null> =>
  inScope(desk.db, scope, async (tx) => {
    const run = await lockNextRun(tx, scope);
    if (!run || (await isLeased(tx, scope, run.id))) return null;
    const baseline = run.awaits_baseline
      ? ((await lastComparableRun(tx, scope, run))?.id ?? null)
      : run.baseline_run_id;
    return updateRun(tx, scope, run.id, {
      status: 'running',
      baseline_run_id: baseline,
      awaits_baseline: false,
      started_at: run.started_at ?? desk.clock.now(),
      leased_until: leaseFor(silenceSeconds),
    });
  });

/** Returns false if the run was cancelled meanwhile. */
async function workCase(desk: Desk, scope: OrganizationScope, run: RunRow, each: ResultRow): Promise<boolean> {
  const started = performance.now();
  const result = await resultOf(desk, scope, run, each);
  return inScope(desk.db, scope, async (tx) => {
    const current = await lockRun(tx, scope, run.id);
    if (current?.status !== 'running') return false;
    const at = { runId: run.id, position: each.position };
    const duration_ms = Math.round(performance.now() - started);
    if (!(await saveResult(tx, scope, at, { ...result, duration_ms }))) return true;
    const counts = { ...current.counts, [result.verdict]: current.counts[result.verdict] + 1 };
    await updateRun(tx, scope, run.id, {
      done: current.done + 1,
      counts: JSON.stringify(counts),
      leased_until: leaseFor(silenceSeconds),
    });
    return true;
  });
}

async function resultOf(desk: Desk, scope: OrganizationScope, { overlay }: RunRow, { rehearsed }: ResultRow) {
  try {
    const judged = await rehearseCase(desk, scope, rehearsed, { overlay, engine: 'configured' });
    const { verdict, score, assertions, decision } = judged;
    return {
      verdict,
      score,
      assertions: JSON.stringify(assertions),
      decision: decision && JSON.stringify(decision),
    };
  } catch (error) {
    // If the database is unavailable, retry the run later. Any other error is a result of the case.
    if (isDatabaseUnavailable(error)) throw error;
    if (!(error instanceof AppError)) desk.log.error({ code: errorCode(error) }, 'a case could not be rehearsed');
    return {
      verdict: 'error' as const,
      error: error instanceof AppError ? error.message : english`It could not be rehearsed.`,
    };
  }
}

const finish = (desk: Desk, scope: OrganizationScope, id: string) =>
  inScope(desk.db, scope, async (tx) => {
    const run = await lockRun(tx, scope, id);
    if (run?.status !== 'running') return;
    const results = await findVerdicts(tx, scope, id);
    const base = run.baseline_run_id ? await findVerdicts(tx, scope, run.baseline_run_id) : [];
    const { counts, score, verdict, regressions } = tally(results, base);
    await updateRun(tx, scope, id, {
      status: 'completed',
      verdict,
      score,
      counts: JSON.stringify(counts),
      regressions: JSON.stringify(regressions),
      done: run.total,
      finished_at: desk.clock.now(),
      leased_until: null,
    });
    await forgetOldRuns(tx, scope, keptRuns);
  });

/** Marks a broken run as failed. The results with a verdict stay. */
export const failRun = (desk: Desk, scope: OrganizationScope) =>
  inScope(desk.db, scope, async (tx) => {
    const run = await lockNextRun(tx, scope);
    if (run?.status !== 'running') return;
    await updateRun(tx, scope, run.id, { status: 'failed', finished_at: desk.clock.now(), leased_until: null });
  });
