import type { RunSummary, StartRun } from '@desk/contract/runs';
import type { SuiteCase } from '@desk/contract/suite';
import { record, type Acting } from '../../access/index.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Desk } from '../../platform/desk.ts';
import {
  conflict,
  invalidFields,
  notFound,
  presentAt,
  refuseFaults,
  unprocessable,
  type ExpectedVersion,
} from '../../platform/http/errors.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';
import { newId } from '../../platform/process/ids.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import { knowledgeRevision } from '../../knowledge/index.ts';
import { loadPolicy } from '../../routing/index.ts';
import { loadSettings } from '../../settings/index.ts';
import { refuseBadOverlay } from '../simulation/refuse-overlay.ts';
import { expectsSomething } from '../suite/case.logic.ts';
import { findSuite } from '../suite/suite.store.ts';
import { runDue } from './runs.jobs.ts';
import { deleteRunRow, findRun, insertResults, insertRun, lockRun, updateRun } from './runs.store.ts';
import { viewRun } from './runs.view.ts';
import { noCounts } from './tally.logic.ts';

/**
 * Promises a run of the suite, or of the named cases. Throws 422 `suite_empty` if there is nothing to run, and 422 for invalid cases,
 * baselines or overlays.
 */
export async function startRun(desk: Desk, acting: Acting, wish: StartRun): Promise<RunSummary> {
  await refuseBadOverlay(desk, acting, wish.overlay);
  return inScope(desk.db, acting, async (tx) => {
    const suite = await findSuite(tx, acting);
    const cases = chosen(suite?.cases ?? [], wish);
    const willRun = cases.filter((each) => each.enabled && expectsSomething(each));
    if (!suite || willRun.length === 0) throw nothingToRun();
    await refuseUnknownBaseline(tx, acting, wish);
    const now = desk.clock.now();
    const row = await insertRun(tx, {
      organization_id: acting.organizationId,
      id: newId(now.getTime()),
      status: 'queued',
      trigger: JSON.stringify(acting.actor),
      suite_version: suite.version,
      snapshot: JSON.stringify(await snapshotOf(desk, tx, acting)),
      overlay: wish.overlay ? JSON.stringify(wish.overlay) : null,
      done: cases.length - willRun.length,
      total: cases.length,
      counts: JSON.stringify({ ...noCounts, skipped: cases.length - willRun.length }),
      baseline_run_id: wish.baseline_run_id ?? null,
      covers_suite: cases.length === suite.cases.length,
      // The baseline is chosen at the start of the run, because a run that has not ended yet may become it.
      awaits_baseline: wish.baseline_run_id === undefined,
      created_at: now,
    });
    const rows = cases.map((rehearsed) => ({ rehearsed, skipped: !willRun.includes(rehearsed) }));
    await insertResults(tx, acting, row.id, rows);
    record(desk, tx, acting, {
      action: 'run.started',
      subject: { type: 'run', id: row.id },
      changes: { cases: { to: cases.length } },
    });
    const { organizationId } = acting;
    await desk.jobs.enqueue(tx, runDue, { organizationId }, { key: organizationId });
    return viewRun(row);
  });
}

const nothingToRun = () =>
  unprocessable('suite_empty', sentence`There is no case to run: a case must be chosen, enabled and expect something.`);

function chosen(cases: readonly SuiteCase[], { case_ids, tags }: StartRun): SuiteCase[] {
  const known = new Set(cases.map(({ id }) => id));
  const unknown = (case_ids ?? []).flatMap((id, at) =>
    known.has(id) ? [] : [{ path: `/case_ids/${at}`, message: sentence`there is no such case` }],
  );
  refuseFaults(unknown);
  const wanted = case_ids && new Set(case_ids);
  return cases.filter(
    (each) => (!wanted || wanted.has(each.id)) && (!tags || each.tags.some((tag) => tags.includes(tag))),
  );
}

async function refuseUnknownBaseline(
  tx: Tx,
  scope: OrganizationScope,
  { baseline_run_id: id }: StartRun,
): Promise<void> {
  if (id && !(await findRun(tx, scope, id)))
    throw invalidFields([{ path: '/baseline_run_id', message: sentence`there is no such run` }]);
}

const snapshotOf = async (desk: Desk, tx: Tx, scope: OrganizationScope) => ({
  settings_version: (await loadSettings(tx, scope)).version,
  policy_revision: (await loadPolicy(tx, scope)).revision,
  knowledge_revision: await knowledgeRevision(tx, scope),
  model: desk.languageModel?.name ?? null,
  embeddings: desk.embedder?.model ?? null,
});

const endedWords = {
  completed: sentence`completed`,
  cancelled: sentence`cancelled`,
  failed: sentence`failed`,
};

/** Cancels a waiting run at once, and a running one after its current case. Throws 404, 409 if it has ended. */
export const cancelRun = (desk: Desk, acting: Acting, id: string): Promise<RunSummary> =>
  inScope(desk.db, acting, async (tx) => {
    const run = await lockRun(tx, acting, id);
    if (!run) throw notFound();
    if (run.status !== 'queued' && run.status !== 'running')
      throw conflict('invalid_transition', sentence`The run is already ${endedWords[run.status]}.`);
    const cancelled = await updateRun(tx, acting, id, {
      status: 'cancelled',
      finished_at: desk.clock.now(),
      leased_until: null,
    });
    record(desk, tx, acting, { action: 'run.cancelled', subject: { type: 'run', id } });
    // Promise the next run here, so that it need not wait for the sweeper.
    const { organizationId } = acting;
    await desk.jobs.enqueue(tx, runDue, { organizationId }, { key: organizationId });
    return viewRun(cancelled);
  });

/**
 * Later runs that were compared with it keep their regressions. Throws 404, 412 if `expectedVersion` is not the current one, 409
 * while it is under way.
 */
export const deleteRun = (desk: Desk, acting: Acting, id: string, expectedVersion: ExpectedVersion): Promise<void> =>
  inScope(desk.db, acting, async (tx) => {
    const run = presentAt(await lockRun(tx, acting, id), expectedVersion);
    if (run.status === 'queued' || run.status === 'running')
      throw conflict('invalid_transition', sentence`The run is under way. Cancel it first.`);
    await deleteRunRow(tx, acting, id);
    record(desk, tx, acting, { action: 'run.deleted', subject: { type: 'run', id } });
  });
