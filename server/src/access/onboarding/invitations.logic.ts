import type { Role } from '@desk/contract/access';
import type { Standing } from '../organizations/members.logic.ts';

export const invitationLifetimeMilliseconds = 7 * 86_400_000;

export function stateOf(
  { accepted_at, expires_at }: { accepted_at: Date | null; expires_at: Date },
  now: Date,
): 'pending' | 'accepted' | 'expired' {
  if (accepted_at) return 'accepted';
  return expires_at > now ? 'pending' : 'expired';
}

/**
 * Whether a member with these places cannot be invited: they have the place, they are in every workspace already, or they
 * would become an organization admin, which takes a change of role instead of an invitation.
 */
export const hasPlace = (places: readonly { role: Role; workspace_id: string | null }[], wanted: Standing): boolean =>
  places.some(
    ({ role, workspace_id }) =>
      role === 'org_admin' || wanted.role === 'org_admin' || workspace_id === wanted.workspaceId,
  );
