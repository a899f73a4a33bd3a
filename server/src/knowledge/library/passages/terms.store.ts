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

/** How many are written at once: each is an entry for every stem, and on the embedded engine everybody waits. */
export const termsAtOnce = 50;

/** The stems of some passages of one version. */
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

/** From the commit on the database can be asked for all passages of this version. */
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

/** How many passages serve, and whether the database knows the stems of all of them. */
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

/** Documents whose stems were not kept when they were read: before the upgrade that brought this. */
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
  /** Whether those with most of the stems come first: it costs, and is of use only when not all are taken. */
  ranked: boolean;
  most: number;
}

/** Documents that serve with a passage that has one of the stems, through the GIN index (0020). */
export const documentsWith = (tx: Tx, { stems, collections, ranked, most }: WantedStems): Promise<string[]> =>
  sql<{ document_id: string }>`
    select document_id from documents_with(${stems.filter(isLexeme)}::text[], ${[...collections]}::uuid[], ${ranked}, ${most})`
    .execute(tx)
    .then(({ rows }) => rows.map((row) => row.document_id));
