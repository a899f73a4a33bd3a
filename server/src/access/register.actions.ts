import type { Register } from '@desk/contract/access';
import type { Tx } from '../platform/database.ts';
import type { Desk } from '../platform/desk.ts';
import { conflict, forbidden } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { inScope } from '../platform/transaction.ts';
import { addressKey, nameFromAddress, organizationNameFromAddress, slugFrom } from './addresses.logic.ts';
import type { Scope } from './admission.ts';
import { insertOrganizationAdmin } from './memberships.store.ts';
import { insertDefaultWorkspace, insertOrganization } from './organizations.store.ts';
import { refuseWeak } from './password-strength.ts';
import { hashPassword } from './passwords.ts';
import { openSession, type OpenSession } from './sessions.actions.ts';
import { insertPassword, insertUser } from './users.store.ts';

/** What another domain puts into a new organization, in the transaction that creates it. */
export type Furnish = (tx: Tx, scope: Scope) => Promise<void>;

/**
 * A person, their organization with its default workspace, their membership as its admin, and their first session: all or
 * nothing. Throws 403 when registering needs an invitation, 409 for a taken address, 422 for a weak password.
 */
export async function register(desk: Desk, furnish: Furnish[], input: Register): Promise<OpenSession> {
  if (desk.config.REGISTRATION === 'invite')
    throw forbidden('invitation_required', 'Registering here needs an invitation.');
  const email = input.email.normalize('NFC');
  const name = input.name?.trim() ?? nameFromAddress(email);
  const organizationName = input.organization_name?.trim() ?? organizationNameFromAddress(email);
  refuseWeak(desk, input.password, { path: '/password', about: [email, name, organizationName] });
  const hash = await hashPassword(desk.config, input.password);
  const scope = foundingScope(name);
  return inScope(desk.db, scope, async (tx) => {
    const now = desk.clock.now();
    const isNew = await insertUser(tx, { id: scope.userId, email, emailKey: addressKey(email), name, now });
    if (!isNew) throw conflict('already_exists', 'There is an account with this address already.');
    await insertPassword(tx, scope.userId, hash, now);
    await foundOrganization(tx, scope, { name: organizationName, now });
    for (const put of furnish) await put(tx, scope);
    return openSession(desk, tx, scope.userId);
  });
}

/** Of somebody who comes with an organization of their own. */
export function foundingScope(name: string): Scope {
  const userId = newId();
  return {
    organizationId: newId(),
    workspaceId: newId(),
    memberId: newId(),
    role: 'org_admin',
    userId,
    actor: { type: 'user', id: userId, name },
  };
}

/** The organization, its default workspace, and the founder's membership as its admin. */
export async function foundOrganization(
  tx: Tx,
  scope: Scope,
  { name, now }: { name: string; now: Date },
): Promise<void> {
  const slug = slugFrom(name);
  const isOurs = await insertOrganization(tx, scope, { name, slug, now });
  // The last digits of an id are random: that is free, whatever else is taken.
  if (!isOurs) await insertOrganization(tx, scope, { name, slug: `${slug}-${scope.organizationId.slice(-8)}`, now });
  await insertDefaultWorkspace(tx, scope, { id: scope.workspaceId, now });
  await insertOrganizationAdmin(tx, {
    organizationId: scope.organizationId,
    id: scope.memberId,
    userId: scope.userId,
    now,
  });
}
