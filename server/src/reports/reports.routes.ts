import { listReported, readOverview } from '@desk/contract/reports';
import { member } from '../access/index.ts';
import type { Desk } from '../platform/desk.ts';
import { answered, route, type Route } from '../platform/server/route.ts';
import { overview, pageOfReported, type ReportNeighbours } from './overview.actions.ts';
import { csvOf } from './overview.logic.ts';

const csvHeaders = {
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': 'attachment; filename="overview.csv"',
};

export const reportRoutes = (desk: Desk, neighbours: ReportNeighbours): Route[] => [
  route(readOverview, member, async ({ scope, query }) => {
    const report = await overview(desk, scope, query, neighbours);
    return query.format === 'csv' ? answered(200, csvOf(report), csvHeaders) : answered(200, report);
  }),
  route(listReported, member, ({ scope, query }) => pageOfReported(desk, scope, query, neighbours)),
];
