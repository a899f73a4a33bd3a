/**
 * Access owns people, sessions, organizations, workspaces, memberships, invitations, API keys and the audit log. It decides who
 * the caller is, for which organization they act, and whether they may.
 */
import './access.tables.ts';
import './providers/identity-providers.tables.ts';
import './exported.ts';

export { subscribeAccess } from './access.jobs.ts';
export { accessRoutes } from './access.routes.ts';
export { listUnsentMail, type UnsentMail } from './account-mail/account-mail.actions.ts';
export { letter, type MailContent } from './account-mail/account-mail.logic.ts';
export { member, organizationAdmin, workspaceAdmin, type Person, type Scope } from './admission/admission.ts';
export { namesOf } from './admission/memberships.store.ts';
export { proofOf, stillAdmitted } from './admission/standing.actions.ts';
export { createKey } from './api-keys/api-keys.actions.ts';
export { exportAuditLog, hashAt, verifyAuditChain } from './audit/audit-chain.actions.ts';
export { csvHeader, csvLine } from './audit/audit-csv.logic.ts';
export { record, recordEdit, type Acting, type Actor } from './audit/audit.actions.ts';
export { changesBetween, changesNothing } from './audit/audit.logic.ts';
export { archiveOfOrganization } from './export/export.actions.ts';
export { expireExports } from './export/export.store.ts';
export type { OnOrganizationCreated } from './onboarding/register.actions.ts';
export { appoint, establish, issueResetLink } from './operator.actions.ts';
export { memberGone } from './organizations/members.jobs.ts';
export { everyOrganization, type NamedOrganization } from './organizations/organizations.store.ts';
export { tellAdmins } from './organizations/tell-admins.actions.ts';
export { setPassword } from './passwords/password-reset.actions.ts';
export { sweepAccess } from './sweep.actions.ts';
