import * as contract from '@desk/contract/cloud-drive';
import { member, workspaceAdmin } from '../../../access/index.ts';
import type { Desk } from '../../../platform/desk.ts';
import { answered, route, type Route } from '../../../platform/server/route.ts';
import { addFromDrive } from './files/add-files.actions.ts';
import { connectUrl, exchange, setApp } from './connection/connect.actions.ts';
import { disconnect } from './connection/disconnect.actions.ts';
import { pickFiles } from './files/pick-files.actions.ts';
import { driveStatus } from './status.actions.ts';
import { unwatch } from './files/unwatch.actions.ts';

export const driveRoutes = (desk: Desk): Route[] => [
  route(contract.getDriveStatus, member, ({ scope }) => driveStatus(desk, scope)),
  route(contract.getDriveConnectUrl, workspaceAdmin, ({ scope }) => connectUrl(desk, scope)),
  route(contract.exchangeDriveCode, workspaceAdmin, async ({ scope, body }) => {
    await exchange(desk, scope, body);
    return driveStatus(desk, scope);
  }),
  route(contract.putDriveApp, workspaceAdmin, async ({ scope, body }) => {
    await setApp(desk, scope, body);
    return driveStatus(desk, scope);
  }),
  route(contract.disconnectDrive, workspaceAdmin, async ({ scope }) => {
    await disconnect(desk, scope);
    return driveStatus(desk, scope);
  }),
  route(contract.listDriveFiles, workspaceAdmin, ({ scope, query }) => pickFiles(desk, scope, query)),
  route(contract.unwatchDriveFolder, workspaceAdmin, async ({ scope, params }) => {
    await unwatch(desk, scope, params.folder_id);
    return null;
  }),
  route(contract.addDriveDocuments, workspaceAdmin, async ({ scope, body }) =>
    answered(202, { items: await addFromDrive(desk, scope, body) }),
  ),
];
