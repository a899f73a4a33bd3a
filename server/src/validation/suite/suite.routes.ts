import * as contract from '@desk/contract/suite';
import type { FastifyRequest } from 'fastify';
import { member, workspaceAdmin } from '../../access/index.ts';
import type { Desk } from '../../platform/desk.ts';
import { checkedBody } from '../../platform/server/checked-body.ts';
import { answeredAs, created, route, type Route } from '../../platform/server/route.ts';
import { tableOf } from './case-table.logic.ts';
import { addCase } from './draft-case.actions.ts';
import { loadPack, showPacks } from './packs.actions.ts';
import { readTable } from './read-table.ts';
import {
  dropCase,
  refuseUnseen,
  replaceSuite,
  showCase,
  showSuite,
  showVersion,
  showVersions,
  tryReplacement,
} from './suite.actions.ts';

export const suiteRoutes = (desk: Desk): Route[] => [
  route(contract.readSuite, member, async ({ scope, query, request }) => {
    const suite = await showSuite(desk, scope);
    if (!wantsTable(query.format, request)) return suite;
    return answeredAs('text/csv; charset=utf-8', tableOf(suite.cases), {
      etag: `"${suite.version}"`,
      'content-disposition': 'attachment; filename="suite.csv"',
    });
  }),
  route(contract.replaceSuite, workspaceAdmin, async ({ scope, request, query, expectedVersion }) => {
    const given = { absent: request.headers['if-match'] === undefined, version: expectedVersion };
    await refuseUnseen(desk, scope, given);
    const replacement = { given, body: suiteIn(request) };
    return query.mode === 'dry_run' ? tryReplacement(desk, scope, replacement) : replaceSuite(desk, scope, replacement);
  }),
  route(contract.listSuiteVersions, member, ({ scope, query }) => showVersions(desk, scope, query)),
  route(contract.readSuiteVersion, member, ({ scope, params }) => showVersion(desk, scope, params.n)),
  route(contract.addSuiteCase, workspaceAdmin, async ({ scope, body }) => {
    const added = await addCase(desk, scope, body);
    return created(`/api/knowledge/validation/suite/cases/${added.id}`, added);
  }),
  route(contract.readSuiteCase, member, ({ scope, params }) => showCase(desk, scope, params.case_id)),
  route(contract.deleteSuiteCase, workspaceAdmin, async ({ scope, params, expectedVersion }) => {
    await dropCase(desk, scope, { id: params.case_id, expectedVersion });
    return null;
  }),
  route(contract.listPacks, member, ({ scope, query }) => showPacks(desk, scope, query)),
  route(contract.loadPack, workspaceAdmin, ({ scope, body }) => loadPack(desk, scope, body.pack)),
];

const wantsTable = (format: string | undefined, { headers }: FastifyRequest): boolean =>
  format === undefined ? headers.accept?.startsWith('text/csv') === true : format === 'csv';

// A table does not contain the suite's name, which stays unchanged.
const suiteIn = (request: FastifyRequest): contract.ReplaceSuite =>
  checkedBody(
    request,
    contract.ReplaceSuite,
    Buffer.isBuffer(request.body) ? { cases: readTable(request.body) } : request.body,
  );
