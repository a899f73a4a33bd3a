import type { Organization } from '@desk/contract/access';
import type { Tx } from '../../platform/database/database.ts';
import { inScope } from '../../platform/database/transaction.ts';
import type { Desk } from '../../platform/desk.ts';
import { conflict, invalid, requireVersion, type ExpectedVersion } from '../../platform/http/errors.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';
import { organizationDeletionMail, organizationKeptMail } from '../account-mail/organization-mail.logic.ts';
import { record, type Acting } from '../audit/audit.actions.ts';
import { viewOrganization } from '../organizations/organizations.actions.ts';
import { lockOrganization, setDeletion, type OrganizationRow } from '../organizations/organizations.store.ts';
import { tellAdmins, type MailToAdmins } from '../organizations/tell-admins.actions.ts';

const day = 86_400_000;
const daysToKeep = 7;

/**
 * Sets the date of the deletion and tells every organization admin by mail. Does nothing if it is set already. Throws 412 if
 * `expectedVersion` is not the current one, 422 unless `confirm` is exactly the name.
 */
export const requestDeletion = (
  desk: Desk,
  acting: Acting,
  { confirm, expectedVersion }: { confirm: string; expectedVersion: ExpectedVersion },
): Promise<Organization> =>
  inScope(desk.db, acting, async (tx) => {
    const before = await lockOrganization(tx, acting);
    requireVersion(before, expectedVersion);
    if (confirm !== before.name) throw invalid('/confirm', sentence`must be exactly the name of the organization`);
    if (before.deletion_at) return viewOrganization(before);
    const at = new Date(desk.clock.now().getTime() + daysToKeep * day);
    return change(desk, tx, acting, { before, at, action: 'organization.deletion_requested' });
  });

/** Cancels the deletion, if one is set. Throws 409 once it has begun. */
export const keepOrganization = (desk: Desk, acting: Acting): Promise<Organization> =>
  inScope(desk.db, acting, async (tx) => {
    const before = await lockOrganization(tx, acting);
    if (!before.deletion_at) return viewOrganization(before);
    if (before.deletion_at <= desk.clock.now())
      throw conflict('invalid_transition', sentence`The deletion has begun and can no longer be cancelled.`);
    return change(desk, tx, acting, { before, at: null, action: 'organization.kept' });
  });

interface Change {
  before: OrganizationRow;
  at: Date | null;
  action: 'organization.deletion_requested' | 'organization.kept';
}

async function change(desk: Desk, tx: Tx, acting: Acting, { before, at, action }: Change): Promise<Organization> {
  const after = await setDeletion(tx, acting, at);
  const changes = { deletion_at: { from: before.deletion_at?.toISOString() ?? null, to: at?.toISOString() ?? null } };
  record(desk, tx, acting, { action, subject: { type: 'organization', id: before.id, name: before.name }, changes });
  await tellAdmins(desk, tx, acting, mailOf(desk, acting, { organization: before.name, at }));
  return viewOrganization(after);
}

const mailOf = (
  desk: Desk,
  { actor }: Acting,
  { organization, at }: { organization: string; at: Date | null },
): MailToAdmins => {
  const write = at ? organizationDeletionMail : organizationKeptMail;
  const said = {
    organization,
    by: actor.name,
    at: at?.toISOString() ?? '',
    link: `${desk.config.PUBLIC_URL}/settings`,
  };
  return {
    kind: at ? 'organization_deletion' : 'organization_kept',
    write: (say, name) => write(say, { ...said, name }),
  };
};
