import type { Audience } from '@desk/contract/knowledge';
import { sql, type Selectable, type Updateable } from 'kysely';
import type { Tables, Tx } from '../../../platform/database/database.ts';
import type { OrganizationScope } from '../../../platform/database/transaction.ts';
import '../knowledge.tables.ts';

export type CollectionRow = Selectable<Tables['collection']>;

export interface CollectionCounts {
  document_count: number;
  ready_count: number;
  failed_count: number;
  used_last_7_days: number;
}

const days = 86_400_000;

/** Counts the documents and the answers of the last seven days in one query each, for all collections. */
const counted = (tx: Tx, { organizationId }: OrganizationScope, now: Date) =>
  tx
    .with('documents', (cte) =>
      cte
        .selectFrom('document')
        .select('collection_id')
        .select(sql<number>`count(*)::int`.as('every'))
        .select(sql<number>`(count(*) filter (where status = 'ready'))::int`.as('ready'))
        .select(sql<number>`(count(*) filter (where status = 'failed'))::int`.as('failed'))
        .where('organization_id', '=', organizationId)
        .groupBy('collection_id'),
    )
    .with('uses', (cte) =>
      cte
        .selectFrom('document_citation as c')
        .innerJoin('document as d', (join) =>
          join.onRef('d.organization_id', '=', 'c.organization_id').onRef('d.id', '=', 'c.document_id'),
        )
        .select('d.collection_id')
        .select(sql<number>`count(distinct c.decision_id)::int`.as('answers'))
        .where('c.organization_id', '=', organizationId)
        .where('c.answered', '=', true)
        .where('c.at', '>', new Date(now.getTime() - 7 * days))
        .groupBy('d.collection_id'),
    )
    .selectFrom('collection')
    .leftJoin('documents', 'documents.collection_id', 'collection.id')
    .leftJoin('uses', 'uses.collection_id', 'collection.id')
    .selectAll('collection')
    .select([
      sql<number>`coalesce(documents.every, 0)`.as('document_count'),
      sql<number>`coalesce(documents.ready, 0)`.as('ready_count'),
      sql<number>`coalesce(documents.failed, 0)`.as('failed_count'),
      sql<number>`coalesce(uses.answers, 0)`.as('used_last_7_days'),
    ])
    .where('collection.organization_id', '=', organizationId);

/** Oldest first; reads one row more than `limit` to find out if there is a next page. */
export function collectionsAfter(
  tx: Tx,
  scope: OrganizationScope,
  { after, limit, now }: { after: string | null; limit: number; now: Date },
) {
  const rows = counted(tx, scope, now)
    .orderBy('collection.id')
    .limit(limit + 1);
  return (after === null ? rows : rows.where('collection.id', '>', after)).execute();
}

export const findCounted = (tx: Tx, scope: OrganizationScope, id: string, now: Date) =>
  counted(tx, scope, now).where('collection.id', '=', id).executeTakeFirst();

/** Finds the collection and keeps it until the end of the transaction: a deletion of it waits, or has happened. */
export const keepCollection = (tx: Tx, scope: OrganizationScope, id: string) =>
  tx
    .selectFrom('collection')
    .select('id')
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();

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

/** Reads which collections are enabled, and their audience; a few rows, read after every change of the knowledge. */
export const collectionStates = (tx: Tx, scope: OrganizationScope) =>
  tx
    .selectFrom('collection')
    .select(['id', 'enabled', 'audience'])
    .where('organization_id', '=', scope.organizationId)
    .execute();

/** Lists the collections with their names, for domains that refer to them. */
export const collectionsOf = (
  tx: Tx,
  scope: OrganizationScope,
): Promise<{ id: string; name: string; enabled: boolean; audience: Audience }[]> =>
  tx
    .selectFrom('collection')
    .select(['id', 'name', 'enabled', 'audience'])
    .where('organization_id', '=', scope.organizationId)
    .execute();
