import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';

const columns = ['id', 'name', 'is_default', 'created_at', 'version'] as const;

export interface WorkspaceRow {
  id: string;
  name: string;
  is_default: boolean;
  created_at: Date;
  version: number;
}

const ours = (tx: Tx, scope: OrganizationScope) =>
  tx.selectFrom('workspace').select(columns).where('organization_id', '=', scope.organizationId);

export const findWorkspace = (tx: Tx, scope: OrganizationScope, id: string): Promise<WorkspaceRow | undefined> =>
  ours(tx, scope).where('id', '=', id).executeTakeFirst();

export const findDefaultWorkspace = (tx: Tx, scope: OrganizationScope): Promise<WorkspaceRow> =>
  ours(tx, scope).where('is_default', '=', true).executeTakeFirstOrThrow();

/** The oldest workspace other than `id`. */
export const findOtherWorkspace = (tx: Tx, scope: OrganizationScope, id: string): Promise<WorkspaceRow | undefined> =>
  ours(tx, scope).where('id', '!=', id).orderBy('id').limit(1).executeTakeFirst();

/** Oldest first; one row more than `limit` if there is a next page. */
export function pageOfWorkspaces(
  tx: Tx,
  scope: OrganizationScope,
  { after, limit }: { after: string | null; limit: number },
): Promise<WorkspaceRow[]> {
  const rows = ours(tx, scope)
    .orderBy('id')
    .limit(limit + 1);
  return (after === null ? rows : rows.where('id', '>', after)).execute();
}

/** Throws PostgreSQL's unique_violation when the name is taken. */
export const insertWorkspace = (
  tx: Tx,
  scope: OrganizationScope,
  { id, name, now }: { id: string; name: string; now: Date },
): Promise<WorkspaceRow> =>
  tx
    .insertInto('workspace')
    .values({ organization_id: scope.organizationId, id, name, is_default: false, created_at: now })
    .returning(columns)
    .executeTakeFirstOrThrow();

/** Throws PostgreSQL's unique_violation when the name is taken. */
export const renameWorkspace = (
  tx: Tx,
  scope: OrganizationScope,
  { id, name }: { id: string; name: string },
): Promise<WorkspaceRow> =>
  tx
    .updateTable('workspace')
    .set({ name, version: sql`version + 1` })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();

export async function makeDefault(tx: Tx, scope: OrganizationScope, id: string): Promise<void> {
  await tx
    .updateTable('workspace')
    .set({ is_default: true, version: sql`version + 1` })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .execute();
}

export async function deleteWorkspace(tx: Tx, scope: OrganizationScope, id: string): Promise<void> {
  await tx.deleteFrom('workspace').where('organization_id', '=', scope.organizationId).where('id', '=', id).execute();
}
