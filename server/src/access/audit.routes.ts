import { listAuditEvents } from '@desk/contract/audit';
import type { Desk } from '../platform/desk.ts';
import { route, type Route } from '../platform/server/route.ts';
import { organizationAdmin } from './admission/admission.ts';
import { showAuditEvents } from './audit/audit.actions.ts';

export const auditRoutes = (desk: Desk): Route[] => [
  route(listAuditEvents, organizationAdmin, ({ scope, query }) => showAuditEvents(desk, scope, query)),
];
