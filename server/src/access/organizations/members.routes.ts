import * as contract from '@desk/contract/members';
import type { Desk } from '../../platform/desk.ts';
import { route, type Route } from '../../platform/server/route.ts';
import { member, workspaceAdmin } from '../admission/admission.ts';
import { changeMember, dropMember, listMembers, showMember } from './members.actions.ts';

/** The actions decide which members a workspace admin may change, and that everybody may leave. */
export const memberRoutes = (desk: Desk): Route[] => [
  route(contract.listMembers, member, ({ scope, query }) => listMembers(desk, scope, query)),
  route(contract.readMember, member, ({ scope, params }) => showMember(desk, scope, params.id)),
  route(contract.updateMember, workspaceAdmin, ({ scope, params, body, expectedVersion }) =>
    changeMember(desk, scope, { id: params.id, expectedVersion }, body),
  ),
  route(contract.deleteMember, member, async ({ scope, params, expectedVersion }) => {
    await dropMember(desk, scope, { id: params.id, expectedVersion });
    return undefined;
  }),
];
