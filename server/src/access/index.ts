/** Access owns people, sessions, organizations, workspaces and memberships: who calls, for whom, and whether they may. */
import './access.tables.ts';
import './identity-providers.tables.ts';

export { accessRoutes } from './access.routes.ts';
export { member, organizationAdmin, workspaceAdmin } from './admission.ts';
export type { Actor, Person, Scope } from './admission.ts';
export { namesOf } from './memberships.store.ts';
export type { Furnish } from './register.actions.ts';
