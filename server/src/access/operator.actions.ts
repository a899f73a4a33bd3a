import { EmailAddress, type Role } from '@desk/contract/access';
import { Value } from 'typebox/value';
import type { Tx } from '../platform/database/database.ts';
import type { Desk } from '../platform/desk.ts';
import { conflict, invalid } from '../platform/http/errors.ts';
import { sentence } from '../platform/words/sentence.logic.ts';
import { newId } from '../platform/process/ids.ts';
import { asUser, inScope, unscoped, type OrganizationScope } from '../platform/database/transaction.ts';
import { addressKey, nameFromAddress } from './accounts/addresses.logic.ts';
import { record, type Actor } from './audit/audit.actions.ts';
import { insertMember } from './organizations/members.store.ts';
import { saveReset } from './account-mail/password-resets.store.ts';
import { recordAccountEvent } from './accounts/person-audit.actions.ts';
import { createOrganization, newOrganizationScope, type OnOrganizationCreated } from './onboarding/register.actions.ts';
import { freshToken } from './admission/tokens.ts';
import { findPassword, insertUser } from './accounts/users.store.ts';
import { findDefaultWorkspace } from './admission/workspaces.store.ts';

/** The actions of the operator at the machine need no sign-in; the audit log records each under the operator's name. */
export interface Appointment {
  email: string;
  name?: string | undefined;
  role: Role;
}

/** `link` sets the first password; null if the person already had an account. */
export interface Appointed {
  userId: string;
  link: string | null;
}

/** A link that sets a new password once, within thirty minutes; null if there is no account. */
export async function issueResetLink(desk: Desk, email: string, actor: Actor): Promise<string | null> {
  const account = await unscoped(desk.db, (tx) => findPassword(tx, { emailKey: addressKey(email) }));
  if (!account) return null;
  const { id: userId, name } = account;
  return asUser(desk.db, userId, async (tx) => {
    await recordAccountEvent(desk, tx, { userId, name, actor, origin: null, action: 'user.password_reset_requested' });
    return linkFor(desk, tx, userId);
  });
}

/** Makes a person a member, and creates their account if necessary. Throws 422 for an invalid address, 409 for a member. */
export function appoint(
  desk: Desk,
  scope: OrganizationScope,
  appointment: Appointment,
  actor: Actor,
): Promise<Appointed> {
  return inScope(desk.db, scope, async (tx) => {
    const account = await accountFor(desk, tx, appointment);
    const workspaceId = appointment.role === 'org_admin' ? null : (await findDefaultWorkspace(tx, scope)).id;
    const { role } = appointment;
    const member = { id: newId(), userId: account.userId, role, workspaceId, now: desk.clock.now() };
    if (!(await insertMember(tx, scope, member)))
      throw conflict('already_exists', sentence`This person is already a member of the organization.`);
    const subject = { type: 'member', id: member.id, name: account.name };
    const changes = { role: { to: role } };
    record(desk, tx, { ...scope, actor, origin: null }, { action: 'member.added', subject, changes });
    return { userId: account.userId, link: account.isNew ? await linkFor(desk, tx, account.userId) : null };
  });
}

/** Creates an organization, and its admin's account if necessary. Throws 422 for an invalid address. */
export function establish(
  desk: Desk,
  founding: {
    name: string;
    admin: Pick<Appointment, 'email' | 'name'>;
    onOrganizationCreated: OnOrganizationCreated[];
  },
  actor: Actor,
): Promise<Appointed & OrganizationScope> {
  const { name, admin, onOrganizationCreated } = founding;
  const founder = { ...newOrganizationScope(admin.name ?? nameFromAddress(admin.email), null), actor };
  return inScope(desk.db, founder, async (tx) => {
    const { userId, isNew } = await accountFor(desk, tx, admin);
    await createOrganization(desk, tx, { ...founder, userId }, { name, onOrganizationCreated });
    const link = isNew ? await linkFor(desk, tx, userId) : null;
    return { userId, link, organizationId: founder.organizationId };
  });
}

async function accountFor(desk: Desk, tx: Tx, { email: given, name }: Pick<Appointment, 'email' | 'name'>) {
  const email = given.normalize('NFC');
  if (!Value.Check(EmailAddress, email)) throw invalid('/email', sentence`This is not an e-mail address.`);
  const emailKey = addressKey(email);
  const newcomer = { id: newId(), email, emailKey, name: name ?? nameFromAddress(email), isVerified: false };
  if (await insertUser(tx, { ...newcomer, now: desk.clock.now() }))
    return { userId: newcomer.id, name: newcomer.name, isNew: true };
  const known = await findPassword(tx, { emailKey });
  if (!known) throw conflict('conflict', sentence`The account was just removed.`);
  return { userId: known.id, name: known.name, isNew: false };
}

const linkLifetimeMilliseconds = 30 * 60_000;

async function linkFor(desk: Desk, tx: Tx, userId: string): Promise<string> {
  const { token, hash } = freshToken(desk.config, 'password_reset');
  await saveReset(tx, { userId, hash, expiresAt: new Date(desk.clock.now().getTime() + linkLifetimeMilliseconds) });
  return `${desk.config.PUBLIC_URL}/reset?token=${token}`;
}
