import type { Member, UpdateMember } from '@desk/contract/members';
import { unlessDuplicate, type Tx } from '../../platform/database/database.ts';
import type { Desk } from '../../platform/desk.ts';
import { conflict, invalid, notFound, roleRequired, requireVersion } from '../../platform/http/errors.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';
import { idAfter, pageOf, type PageQuery } from '../../platform/http/page.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import type { Scope } from '../admission/admission.ts';
import { record } from '../audit/audit.actions.ts';
import { changesBetween } from '../audit/audit.logic.ts';
import { memberGone } from './members.jobs.ts';
import { mayManage, type Standing } from './members.logic.ts';
import { deleteMember, findMember, hasOtherAdmin, moveMember, pageOfMembers, type MemberRow } from './members.store.ts';
import { lockMembershipChanges } from './organizations.store.ts';
import type { VersionedTarget } from './workspaces.actions.ts';
import { findDefaultWorkspace, findWorkspace } from '../admission/workspaces.store.ts';

export async function listMembers(desk: Desk, scope: OrganizationScope, { limit, cursor }: PageQuery) {
  const after = idAfter(cursor);
  const found = await inScope(desk.db, scope, (tx) => pageOfMembers(tx, scope, { after, limit }));
  const { rows, next_cursor } = pageOf(found, limit, (row) => [row.id]);
  return { items: rows.map(viewMember), next_cursor };
}

export const showMember = (desk: Desk, scope: OrganizationScope, id: string): Promise<Member> =>
  inScope(desk.db, scope, async (tx) => viewMember(await theMember(tx, scope, id)));

/**
 * Takes effect at the person's next request. Throws 403 if the caller may not change this member, 409 for the last organization
 * admin or a place that the person already has, 422 for a workspace that does not fit the role.
 */
export const changeMember = (
  desk: Desk,
  scope: Scope,
  { id, expectedVersion }: VersionedTarget,
  changes: UpdateMember,
): Promise<Member> =>
  unlessDuplicate(
    inScope(desk.db, scope, async (tx) => {
      await lockMembershipChanges(tx, scope);
      const before = await theMember(tx, scope, id);
      refuseForeign(scope, standingOf(before));
      requireVersion(before, expectedVersion);
      const after = await wantedStanding(tx, scope, before, changes);
      refuseForeign(scope, after);
      if (after.role === before.role && after.workspaceId === before.workspace_id) return viewMember(before);
      if (after.role !== 'org_admin') await refuseLastAdmin(tx, scope, before);
      await moveMember(tx, scope, { id, ...after });
      const moved = await theMember(tx, scope, id);
      const edited = changesBetween(before, moved, ['role', 'workspace_id']);
      record(desk, tx, scope, { action: 'member.updated', subject: subjectOf(moved), changes: edited });
      return viewMember(moved);
    }),
    () => conflict('already_exists', sentence`The person is already a member of that workspace.`),
  );

/** Everybody may leave; removing another person takes the right to manage them. Throws 403, 404, 409, 412. */
export const dropMember = (desk: Desk, scope: Scope, { id, expectedVersion }: VersionedTarget): Promise<void> =>
  inScope(desk.db, scope, async (tx) => {
    await lockMembershipChanges(tx, scope);
    const row = await findMember(tx, scope, id);
    const leaves = row !== undefined && row.user_id === scope.userId;
    // Check the role before the row's existence, so that the refusal does not reveal which ids exist.
    if (scope.role === 'member' && !leaves) throw roleRequired('workspace_admin');
    if (!row) throw notFound();
    if (!leaves) refuseForeign(scope, standingOf(row));
    requireVersion(row, expectedVersion);
    await refuseLastAdmin(tx, scope, row);
    await deleteMember(tx, scope, id);
    await desk.jobs.enqueue(tx, memberGone, { organizationId: scope.organizationId, userId: row.user_id });
    record(desk, tx, scope, {
      action: leaves ? 'member.left' : 'member.removed',
      subject: subjectOf(row),
      changes: changesBetween<MemberRow, 'role' | 'workspace_id'>(row, {}, ['role', 'workspace_id']),
    });
  });

async function theMember(tx: Tx, scope: OrganizationScope, id: string): Promise<MemberRow> {
  const row = await findMember(tx, scope, id);
  if (!row) throw notFound();
  return row;
}

const standingOf = ({ role, workspace_id }: MemberRow): Standing => ({ role, workspaceId: workspace_id });

function refuseForeign(scope: Scope, standing: Standing): void {
  if (!mayManage(scope, standing)) throw roleRequired('org_admin');
}

async function refuseLastAdmin(tx: Tx, scope: OrganizationScope, row: MemberRow): Promise<void> {
  if (row.role !== 'org_admin' || (await hasOtherAdmin(tx, scope, row.user_id))) return;
  throw conflict('conflict', sentence`This is the last organization admin. Make somebody else an admin first.`);
}

async function wantedStanding(
  tx: Tx,
  scope: OrganizationScope,
  before: MemberRow,
  changes: UpdateMember,
): Promise<Standing> {
  const role = changes.role ?? before.role;
  const workspaceId = changes.workspace_id;
  if (role === 'org_admin') {
    if (workspaceId) throw invalid('/workspace_id', sentence`an organization admin belongs to every workspace`);
    return { role, workspaceId: null };
  }
  if (workspaceId === null)
    throw invalid('/workspace_id', sentence`everybody except organization admins belongs to a workspace`);
  if (workspaceId === undefined)
    return { role, workspaceId: before.workspace_id ?? (await findDefaultWorkspace(tx, scope)).id };
  if (!(await findWorkspace(tx, scope, workspaceId)))
    throw invalid('/workspace_id', sentence`there is no such workspace`);
  return { role, workspaceId };
}

const subjectOf = ({ id, user_name }: MemberRow) => ({ type: 'member', id, name: user_name });

const viewMember = (row: MemberRow): Member => ({
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
