import type { Desk } from '../platform/desk.ts';
import type { Route } from '../platform/server/route.ts';
import { apiKeyRoutes } from './api-keys.routes.ts';
import { auditRoutes } from './audit.routes.ts';
import { identityRoutes } from './identities.routes.ts';
import { identityProviderRoutes } from './identity-providers.routes.ts';
import { invitationRoutes } from './invitations.routes.ts';
import { meRoutes } from './me.routes.ts';
import { memberRoutes } from './members.routes.ts';
import { organizationRoutes } from './organizations.routes.ts';
import { passwordResetRoutes } from './password-reset.routes.ts';
import type { Furnish } from './register.actions.ts';
import { sessionRoutes } from './sessions.routes.ts';
import { workspaceRoutes } from './workspaces.routes.ts';

/** `furnish`: what other domains put into a new organization, in the transaction that creates it. */
export const accessRoutes = (desk: Desk, neighbours: { furnish: Furnish[] }): Route[] => [
  ...sessionRoutes(desk, neighbours),
  ...identityProviderRoutes(desk, neighbours),
  ...identityRoutes(desk),
  ...meRoutes(desk),
  ...organizationRoutes(desk),
  ...passwordResetRoutes(desk),
  ...workspaceRoutes(desk),
  ...memberRoutes(desk),
  ...invitationRoutes(desk),
  ...apiKeyRoutes(desk),
  ...auditRoutes(desk),
];
