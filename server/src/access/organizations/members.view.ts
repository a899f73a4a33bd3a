import type { Member } from '@desk/contract/members';
import type { MemberRow } from './members.store.ts';

export const viewMember = (row: MemberRow): Member => ({
  id: row.id,
  user: {
    id: row.user_id,
    email: row.user_email,
    name: row.user_name,
    email_verified: row.user_verified_at !== null,
  },
  role: row.role,
  workspace: row.workspace_id === null ? null : { id: row.workspace_id, name: row.workspace_name ?? '' },
  created_at: row.created_at.toISOString(),
  version: row.version,
});
