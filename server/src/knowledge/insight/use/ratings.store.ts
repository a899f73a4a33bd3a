import { sql, type Insertable } from 'kysely';
import type { Tables, Tx } from '../../../platform/database/database.ts';
import type { OrganizationScope } from '../../../platform/database/transaction.ts';
import '../../library/knowledge.tables.ts';

interface RatingKey {
  messageId: string;
  ratedBy: string;
}

/** Replaces one person's ratings of one answer. */
export async function replaceRatings(
  tx: Tx,
  scope: OrganizationScope,
  { messageId, ratedBy }: RatingKey,
  rows: Insertable<Tables['document_rating']>[],
): Promise<void> {
  await tx
    .deleteFrom('document_rating')
    .where('organization_id', '=', scope.organizationId)
    .where('message_id', '=', messageId)
    .where('rated_by', '=', ratedBy)
    .execute();
  if (rows.length > 0) await tx.insertInto('document_rating').values(rows).execute();
}

/**
 * Ratings by document, for the serving version: answers that anybody rated bad, all rated answers, and the newest quote
 * rated bad.
 */
export const ratingsOfServing = (tx: Tx, scope: OrganizationScope) =>
  tx
    .selectFrom('document_rating as r')
    .innerJoin('document as d', (join) =>
      join
        .onRef('d.organization_id', '=', 'r.organization_id')
        .onRef('d.id', '=', 'r.document_id')
        .onRef('d.active_version', '=', 'r.version'),
    )
    .select('r.document_id')
    .select([
      sql<number>`(count(distinct r.message_id) filter (where r.rating = 'bad'))::int`.as('bad'),
      sql<number>`(count(distinct r.message_id))::int`.as('rated'),
      sql<string>`(array_agg(r.quote order by r.at desc, r.message_id) filter (where r.rating = 'bad'))[1]`.as('quote'),
    ])
    .where('r.organization_id', '=', scope.organizationId)
    .groupBy('r.document_id')
    .having(sql<boolean>`bool_or(r.rating = 'bad')`)
    .execute();

export const forgetRatingsOf = (tx: Tx, scope: OrganizationScope, documentId: string) =>
  tx
    .deleteFrom('document_rating')
    .where('organization_id', '=', scope.organizationId)
    .where('document_id', '=', documentId)
    .execute();
