import type { Me } from '@desk/contract/access';
import type { Selection } from '../admission/scope.logic.ts';

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

export const viewMe = (user: UserRow, memberships: MembershipRow[], scope: Selection | null): Me => ({
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
