import { readOrganization, updateOrganization } from '@desk/contract/access';
import type { Desk } from '../../platform/desk.ts';
import { route, type Route } from '../../platform/server/route.ts';
import { member, organizationAdmin } from '../admission/admission.ts';
import { changeOrganization, showOrganization } from './organizations.actions.ts';

export const organizationRoutes = (desk: Desk): Route[] => [
  route(readOrganization, member, ({ scope }) => showOrganization(desk, scope)),
  route(updateOrganization, organizationAdmin, ({ scope, body, expectedVersion }) =>
    changeOrganization(desk, scope, body, expectedVersion),
  ),
];
