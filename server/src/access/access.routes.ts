import type { Desk } from '../platform/desk.ts';
import type { Route } from '../platform/http.ts';
import { meRoutes } from './me.routes.ts';
import { organizationRoutes } from './organizations.routes.ts';
import { identityRoutes } from './identities.routes.ts';
import { identityProviderRoutes } from './identity-providers.routes.ts';
import type { Furnish } from './register.actions.ts';
import { sessionRoutes } from './sessions.routes.ts';

/** `furnish`: what other domains put into a new organization, in the transaction that creates it. */
export const accessRoutes = (desk: Desk, neighbours: { furnish: Furnish[] }): Route[] => [
  ...sessionRoutes(desk, neighbours),
  ...identityProviderRoutes(desk, neighbours),
  ...identityRoutes(desk),
  ...meRoutes(desk),
  ...organizationRoutes(desk),
];
