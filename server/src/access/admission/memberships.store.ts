import type { Role } from '@desk/contract/access';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import type { HeldMembership } from './scope.logic.ts';

/** A row of the database function `memberships_held`. */
export interface HeldMembershipRow {
  membership_id: string;
  organization_id: string;
  workspace_id: string | null;
  role: Role;
  default_workspace_id: string;
  owns_asked_workspace: boolean;
}

export const asHeldMembership = (row: HeldMembershipRow): HeldMembership => ({
  id: row.membership_id,
  organizationId: row.organization_id,
  workspaceId: row.workspace_id,
  role: row.role,
  defaultWorkspaceId: row.default_workspace_id,
  ownsRequestedWorkspace: row.owns_asked_workspace,
});

/** A person's memberships in all organizations, oldest first. Needs a transaction of `asUser`, because of row-level security. */
export async function listHeldMemberships(tx: Tx, userId: string): Promise<HeldMembership[]> {
  const { rows } = await sql<HeldMembershipRow>`select * from memberships_held(${userId}, null)
    order by joined_at, membership_id`.execute(tx);
  return rows.map(asHeldMembership);
}

/** The person's memberships with names, for `me`. */
export const listNamedMemberships = (tx: Tx, userId: string) =>
  tx
    .selectFrom('membership as m')
    .innerJoin('organization as o', 'o.id', 'm.organization_id')
    .leftJoin('workspace as w', (on) =>
      on.onRef('w.organization_id', '=', 'm.organization_id').onRef('w.id', '=', 'm.workspace_id'),
    )
    .select(['m.id', 'm.role', 'm.organization_id', 'o.name as organization_name'])
    .select(['m.workspace_id', 'w.name as workspace_name'])
    .where('m.user_id', '=', userId)
    .orderBy('m.created_at')
    .orderBy('m.id')
    .execute();

/** Always in the same order: a transaction that writes to all of them locks each one, and must not deadlock. */
export async function organizationsOf(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('membership')
    .select('organization_id')
    .distinct()
    .where('user_id', '=', userId)
    .orderBy('organization_id')
    .execute();
  return rows.map((row) => row.organization_id);
}

/** Maps user ids to names, for the `userIds` that are members of this organization. */
export async function namesOf(
  tx: Tx,
  scope: OrganizationScope,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('membership as m')
    .innerJoin('app_user as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.name'])
    .where('m.organization_id', '=', scope.organizationId)
    .where('u.id', 'in', [...userIds])
    .execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}
