import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import type { OrganizationScope } from '../../../platform/database/transaction.ts';
import '../knowledge.tables.ts';
import { isLexeme, type PassageStems } from './segment-part.ts';

interface PassageTerms {
  documentId: string;
  version: number;
  passages: readonly PassageStems[];
}

/** Passages in one write: each has an entry for every stem, and the embedded engine blocks all other queries meanwhile. */
export const termsAtOnce = 50;

/** Stores the stems of some passages of one version. */
export const saveTerms = (tx: Tx, scope: OrganizationScope, { documentId, version, passages }: PassageTerms) =>
  tx
    .insertInto('chunk_terms')
    .values(
      passages.map(({ passageId, stems }) => ({
        organization_id: scope.organizationId,
        chunk_id: passageId,
        document_id: documentId,
        version,
        terms: sql`array_to_tsvector(${stems}::text[])`,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'chunk_id']).doUpdateSet({ terms: sql`excluded.terms` }),
    )
    .execute();

/** Records that the stems of all passages of this version are stored, so that searches may use them. */
export const completeTerms = (
  tx: Tx,
  scope: OrganizationScope,
  { documentId, version }: Omit<PassageTerms, 'passages'>,
) =>
  tx
    .updateTable('document')
    .set({ terms_version: version })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', documentId)
    .where('active_version', '=', version)
    .execute();

/** Returns the number of active passages; `named` is true if the stems of all of them are stored. */
export async function servingPassages(tx: Tx, { organizationId }: OrganizationScope) {
  const row = await tx
    .selectFrom('document')
    .select(sql<number>`coalesce(sum(chunk_count), 0)::int`.as('passages'))
    .select(sql<boolean>`coalesce(bool_and(terms_version is not distinct from active_version), true)`.as('named'))
    .where('organization_id', '=', organizationId)
    .where('active_version', 'is not', null)
    .executeTakeFirstOrThrow();
  return row;
}

/** Documents that were ingested before the upgrade that introduced stored stems. */
export const documentsWithoutTerms = (tx: Tx, { organizationId }: OrganizationScope, limit: number) =>
  tx
    .selectFrom('document as d')
    .select(['d.id', sql<number>`d.active_version`.as('version')])
    .select(
      sql<number>`(select count(*)::int from document_segment s where s.organization_id = d.organization_id
        and s.document_id = d.id and s.version = d.active_version)`.as('parts'),
    )
    .where('d.organization_id', '=', organizationId)
    .where('d.active_version', 'is not', null)
    .where(sql<boolean>`d.terms_version is distinct from d.active_version`)
    .orderBy('d.id')
    .limit(limit)
    .execute();

export interface WantedStems {
  stems: readonly string[];
  collections: readonly string[];
  /** True to return the documents with most of the stems first: this is slow, and only useful when `most` cuts the result. */
  ranked: boolean;
  most: number;
}

/** Active documents with a passage that contains one of the stems, found through the GIN index (0020). */
export const documentsWith = (tx: Tx, { stems, collections, ranked, most }: WantedStems): Promise<string[]> =>
  sql<{ document_id: string }>`
    select document_id from documents_with(${stems.filter(isLexeme)}::text[], ${[...collections]}::uuid[], ${ranked}, ${most})`
    .execute(tx)
    .then(({ rows }) => rows.map((row) => row.document_id));
