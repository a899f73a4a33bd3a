import type { Invitation } from '@desk/contract/invitations';
import { stateOf } from './invitations.logic.ts';
import type { InvitationRow } from '../organizations/invitations.store.ts';

export const viewInvitation = (row: InvitationRow, now: Date): Invitation => ({
  id: row.id,
  email: row.email,
  role: row.role,
  workspace: row.workspace_id === null ? null : { id: row.workspace_id, name: row.workspace_name ?? '' },
  state: stateOf(row, now),
  invited_by: row.invited_by,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  accepted_at: row.accepted_at?.toISOString() ?? null,
});
