import type { FindingType } from '@desk/contract/findings';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/process/ids.ts';
import type { OrganizationScope } from '../../../platform/database/transaction.ts';
import '../../library/knowledge.tables.ts';
import { versionsOf, type NewFinding } from './finding.logic.ts';
import { inEnglish } from '../../../platform/words/sentence.logic.ts';

/** Whether passages of the document `d` of the collection `c` can be found and cited at this time. */
export const serving = (now: Date) =>
  sql<boolean>`(d.active_version is not null and d.enabled and c.enabled and (d.expires_at is null or d.expires_at > ${now})
    and (d.serves_until is null or d.serves_until > ${now}))`;

/** Locks the findings of an organization for writing, so that two examinations do not undo each other's changes. */
export async function lockFindings(tx: Tx, scope: OrganizationScope, now: Date): Promise<void> {
  const { organizationId: organization_id } = scope;
  await tx
    .insertInto('knowledge_examination')
    .values({ organization_id, revision: -1, examined_at: now })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet({ organization_id }))
    .execute();
}

/**
 * Locks these documents against removal and returns those that exist. Call it before writing a finding: removing a document
 * takes the locks in the same order.
 */
export async function existingDocuments(
  tx: Tx,
  scope: OrganizationScope,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .selectFrom('document')
    .select('id')
    .where('organization_id', '=', scope.organizationId)
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forKeyShare()
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/**
 * Inserts the finding, or updates the one with the same cause. A dismissed finding is reopened if its documents are
 * different or have changed.
 */
export async function saveFinding(tx: Tx, scope: OrganizationScope, found: NewFinding, now: Date): Promise<void> {
  const { organizationId: organization_id } = scope;
  const { cause, type, severity } = found;
  const [detail, suggestion] = [inEnglish(found.detail), inEnglish(found.suggestion)];
  const versions = versionsOf(found);
  const change = { severity, detail, suggestion, versions, last_seen_at: now };
  const changed = sql<boolean>`finding.versions <> ${versions}`;
  const { id } = await tx
    .insertInto('finding')
    .values({ organization_id, id: newId(now.getTime()), cause, type, ...change, first_seen_at: now })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'cause']).doUpdateSet({
        ...change,
        gone_at: null,
        state: sql`case when finding.state = 'dismissed' and ${changed} then 'open' else finding.state end`,
        version: sql`case when ${changed} then finding.version + 1 else finding.version end`,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .deleteFrom('finding_document')
    .where('organization_id', '=', organization_id)
    .where('finding_id', '=', id)
    .execute();
  const places = found.places.map((place, position) => {
    const { id: document_id, version, quote } = place;
    return { organization_id, finding_id: id, position, document_id, version, quote };
  });
  await tx.insertInto('finding_document').values(places).execute();
}

const ofDocument = (documentId: string) =>
  sql<boolean>`exists (select from finding_document p where p.organization_id = finding.organization_id
    and p.finding_id = finding.id and p.document_id = ${documentId})`;

/** The current findings of these types, of one document or of all, for comparison with the new ones. */
export function presentCauses(tx: Tx, scope: OrganizationScope, types: readonly FindingType[], documentId?: string) {
  const rows = tx
    .selectFrom('finding')
    .select(['id', 'cause', 'versions', 'detail', 'severity'])
    .where('organization_id', '=', scope.organizationId)
    .where('type', 'in', [...types])
    .where('gone_at', 'is', null);
  return (documentId === undefined ? rows : rows.where(ofDocument(documentId))).execute();
}

export async function closeFindings(
  tx: Tx,
  scope: OrganizationScope,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('finding')
    .set({ gone_at: now })
    .where('organization_id', '=', scope.organizationId)
    .where('id', 'in', [...ids])
    .execute();
}

/** The pair of quotes of each of the document's contradictions. */
export async function quotesOfContradictions(tx: Tx, scope: OrganizationScope, documentId: string) {
  const rows = await tx
    .selectFrom('finding')
    .innerJoin('finding_document as q', (join) =>
      join.onRef('q.organization_id', '=', 'finding.organization_id').onRef('q.finding_id', '=', 'finding.id'),
    )
    .select(sql<string[]>`array_agg(q.quote order by q.position)`.as('quotes'))
    .where('finding.organization_id', '=', scope.organizationId)
    .where('finding.type', '=', 'contradiction')
    .where('finding.gone_at', 'is', null)
    .where(ofDocument(documentId))
    .groupBy('finding.id')
    .execute();
  return rows.map(({ quotes: [quote = '', other = ''] }) => [quote, other] as const);
}

/** Documents that share a finding of one of these types with the document. */
export const partnersOf = (tx: Tx, scope: OrganizationScope, documentId: string, types: readonly FindingType[]) =>
  tx
    .selectFrom('finding_document as p')
    .innerJoin('finding', (join) =>
      join.onRef('finding.organization_id', '=', 'p.organization_id').onRef('finding.id', '=', 'p.finding_id'),
    )
    .innerJoin('document as d', (join) =>
      join.onRef('d.organization_id', '=', 'p.organization_id').onRef('d.id', '=', 'p.document_id'),
    )
    .select(['d.id', 'd.active_version'])
    .distinct()
    .where('p.organization_id', '=', scope.organizationId)
    .where('p.document_id', '<>', documentId)
    .where('finding.type', 'in', [...types])
    .where(ofDocument(documentId))
    .limit(20)
    .execute();

/** Deletes the findings of a document, because they quote it. The documents that share them are examined again. */
export async function forgetFindingsOf(tx: Tx, scope: OrganizationScope, documentId: string): Promise<void> {
  await tx
    .deleteFrom('document_examination')
    .where('organization_id', '=', scope.organizationId)
    .where(
      sql<boolean>`document_id in (select q.document_id from finding_document p
        join finding_document q on q.organization_id = p.organization_id and q.finding_id = p.finding_id
        where p.organization_id = ${scope.organizationId} and p.document_id = ${documentId})`,
    )
    .execute();
  await tx
    .deleteFrom('finding')
    .where('organization_id', '=', scope.organizationId)
    .where(ofDocument(documentId))
    .execute();
}
