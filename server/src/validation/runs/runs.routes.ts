import * as contract from '@desk/contract/runs';
import type { FastifyRequest } from 'fastify';
import { member, workspaceAdmin } from '../../access/index.ts';
import type { Desk } from '../../platform/desk.ts';
import { answered, answeredAs, route, type Route } from '../../platform/server/route.ts';
import { runAsJunit, runAsTable } from './csv-and-junit.logic.ts';
import { compareRuns, showCaseResult, showRun, showRuns } from './show-runs.actions.ts';
import { cancelRun, deleteRun, startRun } from './start-run.actions.ts';

export const runRoutes = (desk: Desk): Route[] => [
  route(contract.runSuite, workspaceAdmin, async ({ scope, body }) => {
    const run = await startRun(desk, scope, body ?? {});
    return answered(202, run, { location: `/api/knowledge/validation/runs/${run.id}` });
  }),
  route(contract.listRuns, member, ({ scope, query }) => showRuns(desk, scope, query)),
  route(contract.readRun, member, async ({ scope, params, query, request }) => {
    const format = query.format ?? formatOf(request);
    const run = await showRun(desk, scope, params.id, format === 'json' ? query.decisions : 'all');
    switch (format) {
      case 'csv':
        return answeredAs('text/csv; charset=utf-8', runAsTable(run), attachment(`run-${run.id}.csv`));
      case 'junit':
        return answeredAs('application/xml; charset=utf-8', runAsJunit(run), attachment(`run-${run.id}.xml`));
      case 'json':
        return run;
    }
  }),
  route(contract.readCaseResult, member, ({ scope, params }) =>
    showCaseResult(desk, scope, { runId: params.id, caseId: params.case_id }),
  ),
  route(contract.cancelRun, member, ({ scope, params }) => cancelRun(desk, scope, params.id)),
  route(contract.deleteRun, workspaceAdmin, async ({ scope, params, expectedVersion }) => {
    await deleteRun(desk, scope, params.id, expectedVersion);
    return undefined;
  }),
  route(contract.compareRuns, member, ({ scope, params, query }) =>
    compareRuns(desk, scope, { id: params.id, base: query.base }),
  ),
];

const attachment = (name: string) => ({ 'content-disposition': `attachment; filename="${name}"` });

function formatOf({ headers }: FastifyRequest): 'json' | 'csv' | 'junit' {
  if (headers.accept?.startsWith('text/csv')) return 'csv';
  return headers.accept?.startsWith('application/xml') ? 'junit' : 'json';
}
