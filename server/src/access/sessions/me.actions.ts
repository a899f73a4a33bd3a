import type { Me, UpdateMe } from '@desk/contract/access';
import type { Desk } from '../../platform/desk.ts';
import { conflict, invalid } from '../../platform/http/errors.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';
import { asUser, unscoped } from '../../platform/database/transaction.ts';
import type { Person } from '../admission/admission.ts';
import { changesBetween } from '../audit/audit.logic.ts';
import { listHeldMemberships, listNamedMemberships } from '../admission/memberships.store.ts';
import { proveCurrentPassword } from '../passwords/current-password.actions.ts';
import { onPasswordChanged } from '../passwords/password-reset.actions.ts';
import { refuseWeak } from '../passwords/password-strength.ts';
import { hashPassword } from '../passwords/passwords.ts';
import { recordAccountEvent } from '../accounts/person-audit.actions.ts';
import { chooseScope, type SelectedTenant } from '../admission/scope.logic.ts';
import { findPassword, findUser, replacePassword, updateUser } from '../accounts/users.store.ts';

export const describePerson = (desk: Desk, { userId, scope }: Person): Promise<Me> => describe(desk, userId, scope);

/** Describes a person who has just signed in, with the scope of a request without scope headers. */
export async function describeNewcomer(desk: Desk, userId: string): Promise<Me> {
  const memberships = await asUser(desk.db, userId, (tx) => listHeldMemberships(tx, userId));
  const choice = chooseScope(memberships, { organizationId: null, workspaceId: null });
  return describe(desk, userId, choice.kind === 'chosen' ? choice.selection : null);
}

/** A new password ends every other session. Throws 422 at the wrong field, 429 after too many wrong guesses. */
export async function updatePerson(desk: Desk, person: Person, changes: UpdateMe): Promise<Me> {
  const password = await preparePassword(desk, person, changes);
  await asUser(desk.db, person.userId, async (tx) => {
    const before = await findUser(tx, person.userId);
    const name = changes.name?.trim() ?? before.name;
    const locale = changes.locale === undefined ? before.locale : (changes.locale ?? 'en');
    await updateUser(tx, person.userId, { name, locale });
    if (password) {
      const replaced = await replacePassword(tx, person.userId, password, desk.clock.now());
      if (!replaced) throw conflict('conflict', sentence`The password was changed by another request.`);
      await onPasswordChanged(desk, tx, { ...person, email: before.email });
    }
    const edited = changesBetween(before, { name, locale }, ['name', 'locale']);
    const { userId, origin } = person;
    const deed = { userId, name, origin, changes: edited };
    if (password) await recordAccountEvent(desk, tx, { ...deed, action: 'user.password_changed' });
    else if (Object.keys(edited).length > 0) await recordAccountEvent(desk, tx, { ...deed, action: 'user.updated' });
  });
  return describePerson(desk, person);
}

const describe = (desk: Desk, userId: string, scope: SelectedTenant | null): Promise<Me> =>
  asUser(desk.db, userId, async (tx) =>
    viewMe(await findUser(tx, userId), await listNamedMemberships(tx, userId), scope),
  );

// Hashing is slow, so it happens before the transaction; `previous` lets the write detect a change in between.
async function preparePassword(
  desk: Desk,
  person: Person,
  { current_password: current, new_password: wanted }: UpdateMe,
): Promise<{ previous: string; hash: string } | null> {
  if (current === undefined && wanted === undefined) return null;
  if (wanted === undefined) throw invalid('/new_password', sentence`is required together with the current password`);
  const account = await unscoped(desk.db, (tx) => findPassword(tx, { userId: person.userId }));
  // A session alone cannot set a first password: a thief of the session would gain permanent access.
  if (!account?.hash)
    throw invalid('/new_password', sentence`this account has no password; a reset by e-mail sets the first one`);
  if (current === undefined) throw invalid('/current_password', sentence`is needed to set a new password`);
  await proveCurrentPassword(desk, { email: account.email, hash: account.hash, ip: person.origin.ip }, current);
  refuseWeak(desk, wanted, { path: '/new_password', about: [account.email, account.name] });
  return { previous: account.hash, hash: await hashPassword(desk, wanted) };
}

interface UserRow {
  id: string;
  email: string;
  name: string;
  locale: string;
  email_verified_at: Date | null;
  created_at: Date;
}

interface MembershipRow {
  id: string;
  role: Me['memberships'][number]['role'];
  organization_id: string;
  organization_name: string;
  workspace_id: string | null;
  workspace_name: string | null;
}

const viewMe = (user: UserRow, memberships: MembershipRow[], scope: SelectedTenant | null): Me => ({
  id: user.id,
  email: user.email,
  name: user.name,
  locale: user.locale,
  email_verified: user.email_verified_at !== null,
  created_at: user.created_at.toISOString(),
  memberships: memberships.map(viewMembership),
  scope: scope && { organization_id: scope.organizationId, workspace_id: scope.workspaceId, role: scope.role },
});

const viewMembership = (row: MembershipRow) => ({
  id: row.id,
  role: row.role,
  organization: { id: row.organization_id, name: row.organization_name },
  workspace: row.workspace_id === null ? null : { id: row.workspace_id, name: row.workspace_name ?? '' },
});
