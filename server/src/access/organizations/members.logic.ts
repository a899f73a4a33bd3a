import type { Role } from '@desk/contract/access';

/** Where somebody stands: an organization admin in no workspace in particular, anybody else in one. */
export interface Standing {
  role: Role;
  workspaceId: string | null;
}

/** Whether this standing is the manager's to give, to change and to take away: a workspace admin's are the own members. */
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
