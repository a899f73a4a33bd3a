import type { Membership, Role } from '@desk/contract/access';

interface Standing {
  role: Role;
  workspace: { id: string } | null;
}

/** Whether the caller may change or remove a member: a workspace admin may do so in the own workspace only. */
export function mayManage(own: Membership | null, other: Standing): boolean {
  if (own?.role === 'org_admin') return true;
  return own?.role === 'workspace_admin' && other.role === 'member' && other.workspace?.id === own.workspace?.id;
}

/** The roles that the caller may grant. */
export const givenRoles = (own: Membership | null): readonly Role[] =>
  own?.role === 'org_admin' ? ['member', 'workspace_admin', 'org_admin'] : ['member'];
