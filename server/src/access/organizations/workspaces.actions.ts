import type { UpdateWorkspace, Workspace } from '@desk/contract/workspaces';
import { unlessDuplicate } from '../../platform/database/database.ts';
import type { Desk } from '../../platform/desk.ts';
import { conflict, presentAt, type ExpectedVersion } from '../../platform/http/errors.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';
import { newId } from '../../platform/process/ids.ts';
import { idAfter, pageOf, type PageQuery } from '../../platform/http/page.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import { record, type Acting } from '../audit/audit.actions.ts';
import { changesBetween } from '../audit/audit.logic.ts';
import { pendingInvitationsInto } from './invitations.store.ts';
import { membersOfWorkspace } from './members.store.ts';
import { lockMembershipChanges } from './organizations.store.ts';
import {
  deleteWorkspace,
  findOtherWorkspace,
  findWorkspace,
  insertWorkspace,
  makeDefault,
  pageOfWorkspaces,
  renameWorkspace,
  type WorkspaceRow,
} from '../admission/workspaces.store.ts';
import { asName } from '../../platform/text/as-read.logic.ts';

export async function listWorkspaces(desk: Desk, scope: OrganizationScope, { limit, cursor }: PageQuery) {
  const after = idAfter(cursor);
  const found = await inScope(desk.db, scope, (tx) => pageOfWorkspaces(tx, scope, { after, limit }));
  const { rows, next_cursor } = pageOf(found, limit, (row) => [row.id]);
  return { items: rows.map(viewWorkspace), next_cursor };
}

export const showWorkspace = (desk: Desk, scope: OrganizationScope, id: string): Promise<Workspace> =>
  inScope(desk.db, scope, async (tx) => viewWorkspace(presentAt(await findWorkspace(tx, scope, id), null)));

/** Throws 409 if the name is taken. */
export const addWorkspace = (desk: Desk, scope: Acting, { name }: { name: string }): Promise<Workspace> =>
  unlessNameTaken(
    inScope(desk.db, scope, async (tx) => {
      const row = await insertWorkspace(tx, scope, { id: newId(), name: asName(name), now: desk.clock.now() });
      record(desk, tx, scope, { action: 'workspace.created', subject: subjectOf(row) });
      return viewWorkspace(row);
    }),
  );

/** The row to change, and the version that the editor has read. */
export interface VersionedTarget {
  id: string;
  expectedVersion: ExpectedVersion;
}

/** Throws 404, 412, or 409 if the name is taken. */
export const changeWorkspace = (
  desk: Desk,
  scope: Acting,
  { id, expectedVersion }: VersionedTarget,
  changes: UpdateWorkspace,
): Promise<Workspace> =>
  unlessNameTaken(
    inScope(desk.db, scope, async (tx) => {
      await lockMembershipChanges(tx, scope);
      const before = presentAt(await findWorkspace(tx, scope, id), expectedVersion);
      const name = changes.name === undefined ? before.name : asName(changes.name);
      if (name === before.name) return viewWorkspace(before);
      const after = await renameWorkspace(tx, scope, { id, name });
      const edited = changesBetween(before, after, ['name']);
      record(desk, tx, scope, { action: 'workspace.updated', subject: subjectOf(after), changes: edited });
      return viewWorkspace(after);
    }),
  );

/**
 * Deletes a workspace. Throws 409 for the last one, and 409 `in_use` while people belong to it or are invited into it. If it was
 * the default, the oldest other workspace becomes the default.
 */
export const dropWorkspace = (desk: Desk, scope: Acting, { id, expectedVersion }: VersionedTarget): Promise<void> =>
  inScope(desk.db, scope, async (tx) => {
    await lockMembershipChanges(tx, scope);
    const row = presentAt(await findWorkspace(tx, scope, id), expectedVersion);
    const other = await findOtherWorkspace(tx, scope, id);
    if (!other) throw conflict('conflict', sentence`The last workspace cannot be deleted.`);
    const members = await membersOfWorkspace(tx, scope, id);
    const invitations = await pendingInvitationsInto(tx, scope, id, desk.clock.now());
    const users = [
      ...members.map((member) => ({ type: 'member', id: member.id, name: member.user_name })),
      ...invitations.map((invitation) => ({ type: 'invitation', id: invitation.id, name: invitation.email })),
    ];
    if (users.length > 0)
      throw conflict(
        'in_use',
        sentence`It still has members or invitations. Move the members and withdraw the invitations first.`,
        { users },
      );
    await deleteWorkspace(tx, scope, id);
    if (row.is_default) await makeDefault(tx, scope, other.id);
    record(desk, tx, scope, { action: 'workspace.deleted', subject: subjectOf(row) });
  });

const subjectOf = ({ id, name }: WorkspaceRow) => ({ type: 'workspace', id, name });

const unlessNameTaken = <T>(saving: Promise<T>): Promise<T> =>
  unlessDuplicate(saving, () => conflict('already_exists', sentence`A workspace with this name already exists.`));

const viewWorkspace = ({ id, name, is_default, created_at, version }: WorkspaceRow): Workspace => ({
  id,
  name,
  is_default,
  created_at: created_at.toISOString(),
  version,
});
