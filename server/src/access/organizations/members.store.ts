import type { Role } from '@desk/contract/access';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';

export interface MemberRow {
  id: string;
  role: Role;
  user_id: string;
  user_email: string;
  user_name: string;
  user_verified_at: Date | null;
  workspace_id: string | null;
  workspace_name: string | null;
  created_at: Date;
  version: number;
}

const ours = (tx: Tx, scope: OrganizationScope) =>
  tx
    .selectFrom('membership as m')
    .innerJoin('app_user as u', 'u.id', 'm.user_id')
    .leftJoin('workspace as w', (on) =>
      on.onRef('w.organization_id', '=', 'm.organization_id').onRef('w.id', '=', 'm.workspace_id'),
    )
    .select([
      'm.id',
      'm.role',
      'm.user_id',
      'u.email as user_email',
      'u.name as user_name',
      'u.email_verified_at as user_verified_at',
    ])
    .select(['m.workspace_id', 'w.name as workspace_name', 'm.created_at', 'm.version'])
    .where('m.organization_id', '=', scope.organizationId);

export const findMember = (tx: Tx, scope: OrganizationScope, id: string): Promise<MemberRow | undefined> =>
  ours(tx, scope).where('m.id', '=', id).executeTakeFirst();

/** Oldest first; one row more than `limit` if there is a next page. */
export function pageOfMembers(
  tx: Tx,
  scope: OrganizationScope,
  { after, limit }: { after: string | null; limit: number },
): Promise<MemberRow[]> {
  const rows = ours(tx, scope)
    .orderBy('m.id')
    .limit(limit + 1);
  return (after === null ? rows : rows.where('m.id', '>', after)).execute();
}

export const membersOfWorkspace = (tx: Tx, scope: OrganizationScope, workspaceId: string): Promise<MemberRow[]> =>
  ours(tx, scope).where('m.workspace_id', '=', workspaceId).orderBy('m.id').execute();

/** All memberships in the organization of the person with this address. */
export const membersByAddress = (tx: Tx, scope: OrganizationScope, emailKey: string): Promise<MemberRow[]> =>
  ours(tx, scope).where('u.email_key', '=', emailKey).execute();

/** The people who are organization admins, to write to them. */
export const adminsToTell = (tx: Tx, scope: OrganizationScope) =>
  tx
    .selectFrom('membership as m')
    .innerJoin('app_user as u', 'u.id', 'm.user_id')
    .select(['u.email', 'u.name', 'u.locale'])
    .where('m.organization_id', '=', scope.organizationId)
    .where('m.role', '=', 'org_admin')
    .orderBy('m.id')
    .execute();

/** Whether another person is an organization admin. */
export async function hasOtherAdmin(tx: Tx, scope: OrganizationScope, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('membership')
    .select('id')
    .where('organization_id', '=', scope.organizationId)
    .where('role', '=', 'org_admin')
    .where('user_id', '!=', userId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export interface NewMember {
  id: string;
  userId: string;
  role: Role;
  workspaceId: string | null;
  now: Date;
}

/** False if the person already has this place. */
export async function insertMember(tx: Tx, scope: OrganizationScope, member: NewMember): Promise<boolean> {
  const row = await tx
    .insertInto('membership')
    .values({
      organization_id: scope.organizationId,
      id: member.id,
      user_id: member.userId,
      workspace_id: member.workspaceId,
      role: member.role,
      created_at: member.now,
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'user_id', 'workspace_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Throws PostgreSQL's unique_violation if the person already has a place in that workspace. */
export async function moveMember(
  tx: Tx,
  scope: OrganizationScope,
  { id, role, workspaceId }: { id: string; role: Role; workspaceId: string | null },
): Promise<void> {
  await tx
    .updateTable('membership')
    .set({ role, workspace_id: workspaceId, version: sql`version + 1` })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .execute();
}

export async function deleteMember(tx: Tx, scope: OrganizationScope, id: string): Promise<void> {
  await tx.deleteFrom('membership').where('organization_id', '=', scope.organizationId).where('id', '=', id).execute();
}
