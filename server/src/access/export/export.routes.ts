import * as contract from '@desk/contract/exports';
import type { Desk } from '../../platform/desk.ts';
import { savedAs } from '../../platform/http/saved-as.ts';
import { answered, route, type Route } from '../../platform/server/route.ts';
import { organizationAdmin } from '../admission/admission.ts';
import { deleteExport, listExports, readArchive, showExport, startExport } from './export.actions.ts';

export const exportRoutes = (desk: Desk): Route[] => [
  route(contract.requestExport, organizationAdmin, async ({ scope }) => {
    const started = await startExport(desk, scope);
    return answered(202, started, { location: `/api/organizations/me/exports/${started.id}` });
  }),
  route(contract.listExports, organizationAdmin, ({ scope, query }) => listExports(desk, scope, query)),
  route(contract.readExport, organizationAdmin, ({ scope, params }) => showExport(desk, scope, params.id)),
  route(contract.deleteExport, organizationAdmin, async ({ scope, params }) => {
    await deleteExport(desk, scope, params.id);
    return undefined;
  }),
  route(contract.readExportArchive, organizationAdmin, async ({ scope, params }) => {
    const { stream, ...file } = await readArchive(desk, scope, params.id);
    return answered<unknown>(200, stream, savedAs({ ...file, mediaType: 'application/zip' }));
  }),
];
