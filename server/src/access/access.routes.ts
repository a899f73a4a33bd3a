import type { Desk } from '../platform/desk.ts';
import { type Route, route } from '../platform/server/route.ts';
import { apiKeyRoutes } from './api-keys/api-keys.routes.ts';
import { deletionRoutes } from './deletion/deletion.routes.ts';
import { exportRoutes } from './export/export.routes.ts';
import { emailChangeRoutes } from './email-change/email-change.routes.ts';
import { identityRoutes } from './providers/identities.routes.ts';
import { identityProviderRoutes } from './providers/identity-providers.routes.ts';
import { invitationRoutes } from './onboarding/invitations.routes.ts';
import { meRoutes } from './sessions/me.routes.ts';
import { memberRoutes } from './organizations/members.routes.ts';
import { organizationRoutes } from './organizations/organizations.routes.ts';
import { passwordResetRoutes } from './passwords/password-reset.routes.ts';
import type { OnOrganizationCreated } from './onboarding/register.actions.ts';
import { registerRoutes } from './onboarding/register.routes.ts';
import { sessionRoutes } from './sessions/sessions.routes.ts';
import { workspaceRoutes } from './organizations/workspaces.routes.ts';
import { listAuditEvents, readAuditEvent } from '@desk/contract/audit';
import { organizationAdmin } from './admission/admission.ts';
import { showAuditEvent, showAuditEvents } from './audit/audit.actions.ts';

/** `onOrganizationCreated`: the hooks by which other domains fill a new organization, in the transaction that creates it. */
export const accessRoutes = (desk: Desk, neighbours: { onOrganizationCreated: OnOrganizationCreated[] }): Route[] => [
  ...registerRoutes(desk, neighbours),
  ...sessionRoutes(desk),
  ...identityProviderRoutes(desk, neighbours),
  ...identityRoutes(desk),
  ...meRoutes(desk),
  ...emailChangeRoutes(desk),
  ...organizationRoutes(desk),
  ...exportRoutes(desk),
  ...deletionRoutes(desk),
  ...passwordResetRoutes(desk),
  ...workspaceRoutes(desk),
  ...memberRoutes(desk),
  ...invitationRoutes(desk),
  ...apiKeyRoutes(desk),
  ...auditRoutes(desk),
];

const auditRoutes = (desk: Desk): Route[] => [
  route(readAuditEvent, organizationAdmin, ({ scope, params }) => showAuditEvent(desk, scope, params.id)),
  route(listAuditEvents, organizationAdmin, ({ scope, query }) => showAuditEvents(desk, scope, query)),
];
