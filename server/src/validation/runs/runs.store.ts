import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { SuiteCase } from '@desk/contract/suite';
import type { Tables, Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import './runs.tables.ts';

export type RunRow = Selectable<Tables['suite_run']>;
export type ResultRow = Selectable<Tables['suite_result']>;

const runsOf = (tx: Tx, { organizationId }: OrganizationScope) =>
  tx.selectFrom('suite_run').selectAll().where('organization_id', '=', organizationId);

export const findRun = (tx: Tx, scope: OrganizationScope, id: string): Promise<RunRow | undefined> =>
  runsOf(tx, scope).where('id', '=', id).executeTakeFirst();

export const lockRun = (tx: Tx, scope: OrganizationScope, id: string): Promise<RunRow | undefined> =>
  runsOf(tx, scope).where('id', '=', id).forUpdate().executeTakeFirst();

/** Newest first. Returns up to one row more than `limit`, which shows that there is a next page. */
export function runsBefore(tx: Tx, scope: OrganizationScope, page: { before: string | null; limit: number }) {
  const rows = runsOf(tx, scope)
    .orderBy('id', 'desc')
    .limit(page.limit + 1);
  return (page.before === null ? rows : rows.where('id', '<', page.before)).execute();
}

/**
 * The default baseline of a starting run: the last completed run under the saved settings, of the whole suite. For a run of some
 * cases, also a run that had all of these.
 */
export async function lastComparableRun(tx: Tx, scope: OrganizationScope, run: RunRow): Promise<RunRow | undefined> {
  const plain = baselines(tx, scope).where('id', '<>', run.id).limit(1);
  if (run.covers_suite) return plain.where('covers_suite', '=', true).executeTakeFirst();
  const { organizationId } = scope;
  const hasAll = sql<boolean>`not exists (
    select case_id from suite_result where organization_id = ${organizationId} and run_id = ${run.id}
    except select case_id from suite_result where organization_id = ${organizationId} and run_id = suite_run.id)`;
  return plain.where(({ or, eb }) => or([eb('covers_suite', '=', true), hasAll])).executeTakeFirst();
}

/** Completed runs under the saved settings, newest first. */
const baselines = (tx: Tx, scope: OrganizationScope) =>
  runsOf(tx, scope).where('status', '=', 'completed').where('overlay', 'is', null).orderBy('id', 'desc');

/** Locks the running run, or else the one that has waited longest, until the end of the transaction. */
export const lockNextRun = (tx: Tx, scope: OrganizationScope): Promise<RunRow | undefined> =>
  runsOf(tx, scope)
    .where('status', 'in', ['queued', 'running'])
    .orderBy(sql`status = 'running'`, 'desc')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();

/** Its results go with it. */
export const deleteRunRow = (tx: Tx, { organizationId }: OrganizationScope, id: string) =>
  tx.deleteFrom('suite_run').where('organization_id', '=', organizationId).where('id', '=', id).execute();

export const insertRun = (tx: Tx, row: Insertable<Tables['suite_run']>): Promise<RunRow> =>
  tx.insertInto('suite_run').values(row).returningAll().executeTakeFirstOrThrow();

const rowsAtOnce = 500;

/** Inserts a row for each case, in the order of the suite. Disabled cases are already done. */
export async function insertResults(
  tx: Tx,
  { organizationId }: OrganizationScope,
  runId: string,
  cases: readonly { rehearsed: SuiteCase; skipped: boolean }[],
): Promise<void> {
  const rows = cases.map(({ rehearsed, skipped }, position) => ({
    organization_id: organizationId,
    run_id: runId,
    position,
    case_id: rehearsed.id,
    rehearsed: JSON.stringify(rehearsed),
    verdict: skipped ? ('skipped' as const) : null,
  }));
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    await tx
      .insertInto('suite_result')
      .values(rows.slice(at, at + rowsAtOnce))
      .execute();
}

export const updateRun = (
  tx: Tx,
  { organizationId }: OrganizationScope,
  id: string,
  change: Updateable<Tables['suite_run']>,
): Promise<RunRow> =>
  tx
    .updateTable('suite_run')
    .set({ ...change, version: sql`version + 1` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Uses the database's clock, like every lease. */
export const leaseFor = (seconds: number) => sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`;

/** Renews the lease of a run, unless it was released meanwhile. */
export const renewLease = (tx: Tx, { organizationId }: OrganizationScope, id: string, seconds: number) =>
  tx
    .updateTable('suite_run')
    .set({ leased_until: leaseFor(seconds) })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('leased_until', 'is not', null)
    .execute();

export const isLeased = async (tx: Tx, { organizationId }: OrganizationScope, id: string): Promise<boolean> => {
  const row = await tx
    .selectFrom('suite_run')
    .select(sql<boolean>`coalesce(leased_until > clock_timestamp(), false)`.as('leased'))
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.leased ?? false;
};

const resultsOf = (tx: Tx, { organizationId }: OrganizationScope, runId: string) =>
  tx.selectFrom('suite_result').where('organization_id', '=', organizationId).where('run_id', '=', runId);

export const listResults = (tx: Tx, scope: OrganizationScope, runId: string): Promise<ResultRow[]> =>
  resultsOf(tx, scope, runId).selectAll().orderBy('position').execute();

/** Leaves out the decisions, which may be megabytes and are not needed in a list. */
export async function listResultsWithoutDecisions(
  tx: Tx,
  scope: OrganizationScope,
  runId: string,
): Promise<ResultRow[]> {
  const rows = await resultsOf(tx, scope, runId)
    .select(['organization_id', 'run_id', 'position', 'case_id', 'rehearsed', 'verdict', 'score', 'assertions'])
    .select(['error', 'duration_ms'])
    .orderBy('position')
    .execute();
  return rows.map((row) => ({ ...row, decision: null }));
}

export const findResult = (
  tx: Tx,
  scope: OrganizationScope,
  { runId, caseId }: { runId: string; caseId: string },
): Promise<ResultRow | undefined> =>
  resultsOf(tx, scope, runId).selectAll().where('case_id', '=', caseId).executeTakeFirst();

/** The next cases that have no verdict. */
export const waitingCases = (tx: Tx, scope: OrganizationScope, runId: string, limit: number): Promise<ResultRow[]> =>
  resultsOf(tx, scope, runId).selectAll().where('verdict', 'is', null).orderBy('position').limit(limit).execute();

/** Returns false if the case already has a verdict, from another process. */
export async function saveResult(
  tx: Tx,
  { organizationId }: OrganizationScope,
  at: { runId: string; position: number },
  result: Updateable<Tables['suite_result']>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('suite_result')
    .set(result)
    .where('organization_id', '=', organizationId)
    .where('run_id', '=', at.runId)
    .where('position', '=', at.position)
    .where('verdict', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Reads the columns that a tally needs, without the decisions, which may be megabytes. */
export const findVerdicts = async (tx: Tx, scope: OrganizationScope, runId: string) => {
  const rows = await resultsOf(tx, scope, runId)
    .select(['case_id', 'rehearsed', 'verdict', 'score'])
    .orderBy('position')
    .execute();
  return rows.map((row) => ({ ...row, decision: null }));
};

/**
 * Deletes all but the newest `kept` runs, with their results. Unfinished runs, the last run of the whole suite (the next run's baseline,
 * however many runs of some cases came after it), and the baselines of kept runs also stay.
 */
export const forgetOldRuns = (tx: Tx, scope: OrganizationScope, kept: number) =>
  tx
    .with('kept', () =>
      runsOf(tx, scope).where(({ or, eb }) =>
        or([
          eb('status', 'in', ['queued', 'running']),
          eb('id', 'in', idsOf(runsOf(tx, scope).orderBy('id', 'desc').limit(kept))),
          eb('id', 'in', idsOf(baselines(tx, scope).where('covers_suite', '=', true).limit(1))),
        ]),
      ),
    )
    .deleteFrom('suite_run')
    .where('organization_id', '=', scope.organizationId)
    .where('id', 'not in', (stays) => stays.selectFrom('kept').select('id'))
    .where('id', 'not in', (stays) =>
      stays
        .selectFrom('kept')
        .select('baseline_run_id')
        .where('baseline_run_id', 'is not', null)
        .$castTo<{ baseline_run_id: string }>(),
    )
    .execute();

const idsOf = (runs: ReturnType<typeof runsOf>) => runs.clearSelect().select('id');

/** Works for all organizations: an SQL function with its own rights returns only ids. */
export async function organizationsWithWaitingRuns(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ organization_id: string }>`select * from organizations_with_waiting_runs()`.execute(tx);
  return rows.map((row) => row.organization_id);
}

export async function organizationsThatRehearse(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ organization_id: string }>`select * from organizations_that_rehearse()`.execute(tx);
  return rows.map((row) => row.organization_id);
}

/** Empties the results of cases that were drafted from these conversations; the verdicts stay for the counts of their runs. */
export async function eraseResults(
  tx: Tx,
  { organizationId }: OrganizationScope,
  conversationIds: readonly string[],
): Promise<void> {
  const { rows } = await sql<{
    case_id: string;
  }>`update suite_result set decision = null, assertions = '[]', error = null,
      verdict = coalesce(verdict, 'skipped'), rehearsed = (rehearsed - 'provenance' - 'mocks' - 'notes')
        || '{"name":"","turns":[],"context":{},"expect":{}}'
    where organization_id = ${organizationId}
      and rehearsed->'provenance'->>'conversation_id' = any(${[...conversationIds]}::text[])
    returning case_id`.execute(tx);
  const ids = rows.map(({ case_id }) => case_id);
  await sql`update suite_run set regressions = (select coalesce(jsonb_agg(one), '[]') from jsonb_array_elements(regressions) one
      where not one->>'case_id' = any(${ids}::text[]))
    where organization_id = ${organizationId}
      and exists (select from jsonb_array_elements(regressions) one where one->>'case_id' = any(${ids}::text[]))`.execute(
    tx,
  );
}
