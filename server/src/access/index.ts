/** Access owns people, sessions, organizations, workspaces, memberships, invitations, API keys and the audit log: who calls, for whom, and whether they may. */
import './access.tables.ts';
import './identity-providers.tables.ts';

export { subscribeAccess } from './access.jobs.ts';
export { accessRoutes } from './access.routes.ts';
export { listUnsentMail } from './account-mail.actions.ts';
export { member, organizationAdmin, workspaceAdmin } from './admission.ts';
export type { Person, Scope } from './admission.ts';
export { createKey } from './api-keys.actions.ts';
export { exportAuditLog, hashAt, verifyAuditChain } from './audit-chain.actions.ts';
export { csvHeader, csvLine } from './audit-csv.logic.ts';
export { record, recordEdit } from './audit.actions.ts';
export type { Acting, Actor } from './audit.actions.ts';
export { changesBetween } from './audit.logic.ts';
export { namesOf } from './memberships.store.ts';
export { appoint, establish, issueResetLink } from './operator.actions.ts';
export { everyOrganization, type NamedOrganization } from './organizations.store.ts';
export { setPassword } from './password-reset.actions.ts';
export type { Furnish } from './register.actions.ts';
export { sweepAccess } from './sweep.actions.ts';
