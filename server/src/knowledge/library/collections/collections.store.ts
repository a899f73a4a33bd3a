import { sql, type Selectable, type Updateable } from 'kysely';
import type { Tables, Tx } from '../../../platform/database/database.ts';
import type { OrganizationScope } from '../../../platform/database/transaction.ts';
import '../knowledge.tables.ts';

export type CollectionRow = Selectable<Tables['collection']>;

const documentCount = sql<number>`(select count(*)::int from document
  where document.organization_id = collection.organization_id and document.collection_id = collection.id)`;

const counted = (tx: Tx, scope: OrganizationScope) =>
  tx
    .selectFrom('collection')
    .selectAll()
    .select(documentCount.as('document_count'))
    .where('organization_id', '=', scope.organizationId);

/** Oldest first; one more than `limit` tells whether there is a next page. */
export function collectionsAfter(tx: Tx, scope: OrganizationScope, page: { after: string | null; limit: number }) {
  const rows = counted(tx, scope)
    .orderBy('id')
    .limit(page.limit + 1);
  return (page.after === null ? rows : rows.where('id', '>', page.after)).execute();
}

export const findCollection = (tx: Tx, scope: OrganizationScope, id: string) =>
  counted(tx, scope).where('id', '=', id).executeTakeFirst();

export const lockCollection = (tx: Tx, scope: OrganizationScope, id: string) =>
  tx
    .selectFrom('collection')
    .selectAll()
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export const insertCollection = (tx: Tx, row: Omit<CollectionRow, 'version'>) =>
  tx.insertInto('collection').values(row).execute();

export const saveCollection = (
  tx: Tx,
  scope: OrganizationScope,
  id: string,
  change: Updateable<Tables['collection']>,
) =>
  tx
    .updateTable('collection')
    .set({ ...change, version: sql`version + 1` })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .execute();

export const removeCollection = (tx: Tx, scope: OrganizationScope, id: string) =>
  tx.deleteFrom('collection').where('organization_id', '=', scope.organizationId).where('id', '=', id).execute();

/** Which collections may be shown; a few rows, read whenever the knowledge has changed. */
export const collectionStates = (tx: Tx, scope: OrganizationScope) =>
  tx.selectFrom('collection').select(['id', 'enabled']).where('organization_id', '=', scope.organizationId).execute();

/** The collections by name, for domains that point at them. */
export const collectionsOf = (
  tx: Tx,
  scope: OrganizationScope,
): Promise<{ id: string; name: string; enabled: boolean }[]> =>
  tx
    .selectFrom('collection')
    .select(['id', 'name', 'enabled'])
    .where('organization_id', '=', scope.organizationId)
    .execute();
