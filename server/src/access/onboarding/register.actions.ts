import type { Register } from '@desk/contract/access';
import type { Tx } from '../../platform/database/database.ts';
import type { Desk } from '../../platform/desk.ts';
import { forbidden } from '../../platform/http/errors.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';
import { newId } from '../../platform/process/ids.ts';
import { inScope } from '../../platform/database/transaction.ts';
import { organizationNameFromAddress, slugFrom } from '../accounts/addresses.logic.ts';
import type { Scope } from '../admission/admission.ts';
import { record, type Origin } from '../audit/audit.actions.ts';
import { registerByInvitation } from './join.actions.ts';
import { insertMember } from '../organizations/members.store.ts';
import { withRegistrationThrottle, insertAccount, prepareAccount } from './newcomers.actions.ts';
import { insertDefaultWorkspace, insertOrganization } from '../organizations/organizations.store.ts';
import { openSession, type NewSession } from '../sessions/sessions.actions.ts';

/** Adds another domain's rows to a new organization, in the transaction that creates it. */
export type OnOrganizationCreated = (tx: Tx, scope: Scope) => Promise<void>;

/**
 * Creates a person, their organization with its default workspace, their membership as its admin, and their first session, all
 * in one transaction. With an invitation, the person joins an existing organization. Throws 403 if registration needs an
 * invitation, 409 for a taken address, 422 for a weak password, 429 after too many taken addresses.
 */
export async function register(
  desk: Desk,
  onOrganizationCreated: OnOrganizationCreated[],
  input: Register,
  origin: Origin,
): Promise<NewSession> {
  const { invitation_token } = input;
  if (invitation_token !== undefined) return registerByInvitation(desk, { ...input, invitation_token }, origin);
  if (desk.config.REGISTRATION === 'invite')
    throw forbidden('invitation_required', sentence`Registration requires an invitation.`);
  const organizationName = input.organization_name?.trim() ?? organizationNameFromAddress(input.email.normalize('NFC'));
  const newcomer = await prepareAccount(desk, input, [organizationName]);
  const scope = newOrganizationScope(newcomer.name, origin);
  return withRegistrationThrottle(desk, { email: newcomer.email, ip: origin.ip }, () =>
    inScope(desk.db, scope, async (tx) => {
      await insertAccount(desk, tx, { ...newcomer, id: scope.userId, isVerified: false, locale: origin.language });
      await createOrganization(desk, tx, scope, { name: organizationName, onOrganizationCreated });
      return openSession(desk, tx, scope.userId, origin);
    }),
  );
}

/** The scope of a person who creates an organization. */
export type Founder = Scope & { userId: string; memberId: string };

export function newOrganizationScope(name: string, origin: Origin | null): Founder {
  const userId = newId();
  return {
    organizationId: newId(),
    workspaceId: newId(),
    memberId: newId(),
    role: 'org_admin',
    userId,
    actor: { type: 'user', id: userId, name },
    origin,
  };
}

/** Creates the organization with everything that belongs in a new one. The founder's account must exist in `tx`. */
export async function createOrganization(
  desk: Desk,
  tx: Tx,
  scope: Founder,
  { name, onOrganizationCreated }: { name: string; onOrganizationCreated: OnOrganizationCreated[] },
): Promise<void> {
  await foundOrganization(tx, scope, { name, now: desk.clock.now() });
  for (const put of onOrganizationCreated) await put(tx, scope);
  record(desk, tx, scope, {
    action: 'organization.created',
    subject: { type: 'organization', id: scope.organizationId, name },
  });
}

/** Inserts the organization, its default workspace, and the founder's membership as its admin. */
async function foundOrganization(tx: Tx, scope: Founder, { name, now }: { name: string; now: Date }): Promise<void> {
  const slug = slugFrom(name);
  const isOurs = await insertOrganization(tx, scope, { name, slug, now });
  // The last digits of an id are random, so this slug is free.
  if (!isOurs) await insertOrganization(tx, scope, { name, slug: `${slug}-${scope.organizationId.slice(-8)}`, now });
  await insertDefaultWorkspace(tx, scope, { id: scope.workspaceId, now });
  await insertMember(tx, scope, {
    id: scope.memberId,
    userId: scope.userId,
    role: 'org_admin',
    workspaceId: null,
    now,
  });
}
