import type { Workspace } from '@desk/contract/workspaces';
import type { WorkspaceRow } from '../admission/workspaces.store.ts';

export const viewWorkspace = ({ id, name, is_default, created_at, version }: WorkspaceRow): Workspace => ({
  id,
  name,
  is_default,
  created_at: created_at.toISOString(),
  version,
});
