import * as contract from '@desk/contract/workspaces';
import type { Desk } from '../../platform/desk.ts';
import { created, route, type Route } from '../../platform/server/route.ts';
import { member, organizationAdmin } from '../admission/admission.ts';
import { addWorkspace, changeWorkspace, dropWorkspace, listWorkspaces, showWorkspace } from './workspaces.actions.ts';

export const workspaceRoutes = (desk: Desk): Route[] => [
  route(contract.listWorkspaces, member, ({ scope, query }) => listWorkspaces(desk, scope, query)),
  route(contract.readWorkspace, member, ({ scope, params }) => showWorkspace(desk, scope, params.id)),
  route(contract.createWorkspace, organizationAdmin, async ({ scope, body }) => {
    const workspace = await addWorkspace(desk, scope, body);
    return created(`/api/workspaces/${workspace.id}`, workspace);
  }),
  route(contract.updateWorkspace, organizationAdmin, ({ scope, params, body, expectedVersion }) =>
    changeWorkspace(desk, scope, { id: params.id, expectedVersion }, body),
  ),
  route(contract.deleteWorkspace, organizationAdmin, async ({ scope, params, expectedVersion }) => {
    await dropWorkspace(desk, scope, { id: params.id, expectedVersion });
    return undefined;
  }),
];
