import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';

const columns = ['id', 'name', 'slug', 'created_at', 'deletion_at', 'version'] as const;

export interface OrganizationRow {
  id: string;
  name: string;
  slug: string;
  created_at: Date;
  deletion_at: Date | null;
  version: number;
}

export interface NamedOrganization extends OrganizationScope {
  name: string;
  slug: string;
}

export interface NewOrganization {
  name: string;
  slug: string;
  now: Date;
}

/** For the operator. Uses the owner's connection, because row-level security hides the organizations from each other. */
export async function everyOrganization({ owner }: Pick<Db, 'owner'>): Promise<NamedOrganization[]> {
  const { rows } = await owner.query('select id, name, slug from every_organization()', []);
  return rows.map(({ id, name, slug }) => ({ organizationId: String(id), name: String(name), slug: String(slug) }));
}

/** False if any organization has the slug. */
export async function insertOrganization(
  tx: Tx,
  scope: OrganizationScope,
  { name, slug, now }: NewOrganization,
): Promise<boolean> {
  const row = await tx
    .insertInto('organization')
    .values({ id: scope.organizationId, name, slug, created_at: now })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertDefaultWorkspace(
  tx: Tx,
  scope: OrganizationScope,
  { id, now }: { id: string; now: Date },
): Promise<void> {
  await tx
    .insertInto('workspace')
    .values({ organization_id: scope.organizationId, id, name: 'Main', is_default: true, created_at: now })
    .execute();
}

export const findOrganization = (tx: Tx, scope: OrganizationScope): Promise<OrganizationRow> =>
  tx.selectFrom('organization').select(columns).where('id', '=', scope.organizationId).executeTakeFirstOrThrow();

export const lockOrganization = (tx: Tx, scope: OrganizationScope): Promise<OrganizationRow> =>
  tx
    .selectFrom('organization')
    .select(columns)
    .where('id', '=', scope.organizationId)
    .forUpdate()
    .executeTakeFirstOrThrow();

/**
 * Serializes changes of memberships and workspaces to the end of the transaction, so that two changes cannot both miss that
 * they remove the last admin or workspace. Does not block transactions that only refer to the organization.
 */
export async function lockMembershipChanges(tx: Tx, scope: OrganizationScope): Promise<void> {
  await tx
    .selectFrom('organization')
    .select('id')
    .where('id', '=', scope.organizationId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/** Throws PostgreSQL's unique_violation if the slug is taken: row-level security hides the other slugs from a query. */
export const updateOrganization = (
  tx: Tx,
  scope: OrganizationScope,
  { name, slug }: { name: string; slug: string },
): Promise<OrganizationRow> =>
  tx
    .updateTable('organization')
    .set({ name, slug, version: sql`version + 1` })
    .where('id', '=', scope.organizationId)
    .returning(columns)
    .executeTakeFirstOrThrow();

/** When everything of the organization will be deleted; null keeps it. */
export const setDeletion = (tx: Tx, scope: OrganizationScope, deletionAt: Date | null): Promise<OrganizationRow> =>
  tx
    .updateTable('organization')
    .set({ deletion_at: deletionAt, version: sql`version + 1` })
    .where('id', '=', scope.organizationId)
    .returning(columns)
    .executeTakeFirstOrThrow();
