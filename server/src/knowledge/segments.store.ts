import { sql } from 'kysely';
import type { Tx } from '../platform/database.ts';
import type { OrganizationScope } from '../platform/transaction.ts';
import './knowledge.tables.ts';
import type { Segment } from './retrieval/index.ts';

interface Since {
  revision: number;
  id: string;
}

/**
 * Documents whose showing changed after `since`, in the order of the changes, each with the segment of the version that
 * serves. One statement: a document and its segment are always of the same moment.
 */
export const shownSince = (tx: Tx, scope: OrganizationScope, since: Since, limit: number) =>
  tx
    .selectFrom('document as d')
    .innerJoin('document_segment as s', (join) =>
      join
        .onRef('s.organization_id', '=', 'd.organization_id')
        .onRef('s.document_id', '=', 'd.id')
        .onRef('s.version', '=', 'd.active_version'),
    )
    .select(['d.id', 'd.collection_id', 'd.enabled', 'd.expires_at', 'd.serves_until', 's.version', 's.body'])
    .select(sql<number>`d.shown_revision`.as('shown_revision'))
    .where('d.organization_id', '=', scope.organizationId)
    .where(sql<boolean>`(d.shown_revision, d.id) > (${since.revision}::bigint, ${since.id}::uuid)`)
    .orderBy('d.shown_revision')
    .orderBy('d.id')
    .limit(limit)
    .execute();

export const removedSince = (tx: Tx, scope: OrganizationScope, revision: number) =>
  tx
    .selectFrom('removed_document')
    .select('document_id')
    .where('organization_id', '=', scope.organizationId)
    .where('revision', '>', revision)
    .execute();

/** Replaces whatever segment the document had. */
export async function saveSegment(tx: Tx, scope: OrganizationScope, segment: Segment): Promise<void> {
  const { documentId, version } = segment;
  await tx
    .deleteFrom('document_segment')
    .where('organization_id', '=', scope.organizationId)
    .where('document_id', '=', documentId)
    .execute();
  await tx
    .insertInto('document_segment')
    .values({ organization_id: scope.organizationId, document_id: documentId, version, body: JSON.stringify(segment) })
    .execute();
}

/** The same document version in the engine's present format. False, and nothing happens, when it no longer serves. */
export async function replaceBody(tx: Tx, scope: OrganizationScope, segment: Segment): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('document_segment')
    .set({ body: JSON.stringify(segment) })
    .where('organization_id', '=', scope.organizationId)
    .where('document_id', '=', segment.documentId)
    .where('version', '=', segment.version)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
