import * as contract from '@desk/contract/access';
import type { Desk } from '../../platform/desk.ts';
import { route, type Route } from '../../platform/server/route.ts';
import { organizationAdmin } from '../admission/admission.ts';
import { keepOrganization, requestDeletion } from './deletion.actions.ts';

export const deletionRoutes = (desk: Desk): Route[] => [
  route(contract.deleteOrganization, organizationAdmin, ({ scope, body, expectedVersion }) =>
    requestDeletion(desk, scope, { confirm: body.confirm, expectedVersion }),
  ),
  route(contract.keepOrganization, organizationAdmin, ({ scope }) => keepOrganization(desk, scope)),
];
