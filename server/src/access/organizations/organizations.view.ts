import type { Organization } from '@desk/contract/access';
import type { OrganizationRow } from './organizations.store.ts';

export const viewOrganization = ({ id, name, slug, created_at, version }: OrganizationRow): Organization => ({
  id,
  name,
  slug,
  created_at: created_at.toISOString(),
  version,
});
