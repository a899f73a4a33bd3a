import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import type { OrganizationScope } from '../../../platform/database/transaction.ts';
import '../knowledge.tables.ts';
import type { Segment } from './segment.logic.ts';

interface Since {
  revision: number;
  id: string;
}

export type ShownSince = Awaited<ReturnType<typeof shownSince>>[number];

/**
 * Active documents with a `shown_revision` after `since`, in the order of the changes, each with its active version and the number of
 * parts of its segment.
 */
export const shownSince = (tx: Tx, scope: OrganizationScope, since: Since, limit: number) =>
  tx
    .selectFrom('document as d')
    .select(['d.id', 'd.collection_id', 'd.enabled', 'd.expires_at', 'd.serves_until', 'd.chunk_count'])
    .select([sql<number>`d.active_version`.as('version'), sql<number>`d.shown_revision`.as('shown_revision')])
    .select(
      sql<number>`(select count(*)::int from document_segment s where s.organization_id = d.organization_id
        and s.document_id = d.id and s.version = d.active_version)`.as('parts'),
    )
    .where('d.organization_id', '=', scope.organizationId)
    .where('d.active_version', 'is not', null)
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

/** Returns the number of passages that serve. */
export async function servingPassages(tx: Tx, { organizationId }: OrganizationScope): Promise<number> {
  const { passages } = await tx
    .selectFrom('document')
    .select(sql<number>`coalesce(sum(chunk_count), 0)::int`.as('passages'))
    .where('organization_id', '=', organizationId)
    .where('active_version', 'is not', null)
    .executeTakeFirstOrThrow();
  return passages;
}

/** The key of one part of a document version's segment. */
export interface PartKey {
  documentId: string;
  version: number;
  part: number;
}

/** Returns the existing parts in the order of `keys`. The parts of all but the last two active versions are deleted. */
export async function segmentParts(
  tx: Tx,
  { organizationId }: OrganizationScope,
  keys: readonly PartKey[],
): Promise<(PartKey & { body: Segment })[]> {
  const ids = keys.map(({ documentId }) => documentId);
  const versions = keys.map(({ version }) => version);
  const parts = keys.map(({ part }) => part);
  const { rows } = await sql<PartKey & { body: Segment }>`
    select s.document_id as "documentId", s.version, s.part, s.body
      from unnest(${ids}::uuid[], ${versions}::int[], ${parts}::int[]) with ordinality as k (document_id, version, part, place)
      join document_segment s on s.organization_id = ${organizationId} and s.document_id = k.document_id
        and s.version = k.version and s.part = k.part
      order by k.place`.execute(tx);
  return rows;
}

const partRow = ({ organizationId }: OrganizationScope, { documentId, version, part }: PartKey, body: string) => ({
  organization_id: organizationId,
  document_id: documentId,
  version,
  part,
  body,
});

/** `body` is the JSON from the builder of the segment. */
export const saveSegment = (tx: Tx, scope: OrganizationScope, key: PartKey, body: string) =>
  tx
    .insertInto('document_segment')
    .values(partRow(scope, key, body))
    .execute();

/** Replaces a part by the same part in the engine's current format. Does nothing if the part is gone. */
export const replaceBody = (tx: Tx, scope: OrganizationScope, { documentId, version, part }: PartKey, body: string) =>
  tx
    .updateTable('document_segment')
    .set({ body })
    .where('organization_id', '=', scope.organizationId)
    .where('document_id', '=', documentId)
    .where('version', '=', version)
    .where('part', '=', part)
    .execute();

const drop = (tx: Tx, scope: OrganizationScope, documentId: string) =>
  tx
    .deleteFrom('document_segment')
    .where('organization_id', '=', scope.organizationId)
    .where('document_id', '=', documentId);

export const dropSegmentOf = (tx: Tx, scope: OrganizationScope, documentId: string, version: number) =>
  drop(tx, scope, documentId).where('version', '=', version).execute();

export const dropSegmentsExcept = (tx: Tx, scope: OrganizationScope, documentId: string, kept: readonly number[]) =>
  drop(tx, scope, documentId).where('version', 'not in', kept).execute();
