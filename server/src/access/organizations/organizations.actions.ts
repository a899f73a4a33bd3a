import type { Organization, UpdateOrganization } from '@desk/contract/access';
import { unlessDuplicate } from '../../platform/database/database.ts';
import type { Desk } from '../../platform/desk.ts';
import { conflict, requireVersion, type ExpectedVersion } from '../../platform/http/errors.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';
import { inScope } from '../../platform/database/transaction.ts';
import type { Scope } from '../admission/admission.ts';
import { record } from '../audit/audit.actions.ts';
import { changesBetween } from '../audit/audit.logic.ts';
import { findOrganization, lockOrganization, updateOrganization, type OrganizationRow } from './organizations.store.ts';

export const showOrganization = (desk: Desk, scope: Scope): Promise<Organization> =>
  inScope(desk.db, scope, async (tx) => viewOrganization(await findOrganization(tx, scope)));

/** Throws 412 if `expectedVersion` is not the current one, 409 if another organization has the slug. */
export const changeOrganization = (
  desk: Desk,
  scope: Scope,
  changes: UpdateOrganization,
  expectedVersion: ExpectedVersion,
): Promise<Organization> =>
  unlessDuplicate(
    inScope(desk.db, scope, async (tx) => {
      const before = await lockOrganization(tx, scope);
      requireVersion(before, expectedVersion);
      const name = changes.name?.trim() ?? before.name;
      const slug = changes.slug ?? before.slug;
      if (name === before.name && slug === before.slug) return viewOrganization(before);
      const after = await updateOrganization(tx, scope, { name, slug });
      record(desk, tx, scope, {
        action: 'organization.updated',
        subject: { type: 'organization', id: before.id, name },
        changes: changesBetween(before, after, ['name', 'slug']),
      });
      return viewOrganization(after);
    }),
    () => conflict('already_exists', sentence`This slug is taken.`),
  );

export const viewOrganization = ({
  id,
  name,
  slug,
  created_at,
  deletion_at,
  version,
}: OrganizationRow): Organization => ({
  id,
  name,
  slug,
  created_at: created_at.toISOString(),
  deletion_at: deletion_at?.toISOString() ?? null,
  version,
});
