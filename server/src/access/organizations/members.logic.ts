import type { Role } from '@desk/contract/access';

/** A person's role and workspace. An organization admin has no workspace; every other member has one. */
export interface Standing {
  role: Role;
  workspaceId: string | null;
}

/** Whether the manager may give, change and take away this standing. A workspace admin manages the members of their workspace. */
export function mayManage(manager: { role: Role; workspaceId: string }, standing: Standing): boolean {
  switch (manager.role) {
    case 'org_admin':
      return true;
    case 'workspace_admin':
      return standing.role === 'member' && standing.workspaceId === manager.workspaceId;
    case 'member':
      return false;
  }
}
