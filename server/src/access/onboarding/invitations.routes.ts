import * as contract from '@desk/contract/invitations';
import type { Desk } from '../../platform/desk.ts';
import { created, route, type Route } from '../../platform/server/route.ts';
import { anyone, person, workspaceAdmin } from '../admission/admission.ts';
import { dropInvitation, invite, listInvitations, showInvitation } from './invitations.actions.ts';
import { acceptInvitation, readInvitation } from './join.actions.ts';

export const invitationRoutes = (desk: Desk): Route[] => [
  route(contract.listInvitations, workspaceAdmin, ({ scope, query }) => listInvitations(desk, scope, query)),
  route(contract.readInvitation, workspaceAdmin, ({ scope, params }) => showInvitation(desk, scope, params.id)),
  route(contract.createInvitation, workspaceAdmin, async ({ scope, body }) => {
    const invitation = await invite(desk, scope, body);
    return created(`/api/invitations/${invitation.id}`, invitation);
  }),
  route(contract.deleteInvitation, workspaceAdmin, async ({ scope, params }) => {
    await dropInvitation(desk, scope, params.id);
    return undefined;
  }),
  route(contract.openInvitation, anyone, ({ body }) => readInvitation(desk, body.token)),
  route(contract.acceptInvitation, person, ({ scope, body }) => acceptInvitation(desk, scope, body.token)),
];
