import { sql } from 'kysely';
import type { Tx } from '../platform/database.ts';
import type { OrganizationScope } from '../platform/transaction.ts';
import './knowledge.tables.ts';
import type { Segment } from './retrieval/index.ts';

/** What PostgreSQL takes as a lexeme; nobody asks for more. */
const longestStem = 200;
const isLexeme = (stem: string) => stem.length > 0 && stem.length <= longestStem;

/** The stems of the passages of one version, so that the database can name those that have one. */
export async function saveTerms(tx: Tx, scope: OrganizationScope, segment: Segment): Promise<void> {
  const { organizationId: organization_id } = scope;
  const { documentId: document_id, version, passages } = segment;
  const rows = passages.map((passage) => ({
    organization_id,
    chunk_id: passage.id,
    document_id,
    version,
    terms: sql`array_to_tsvector(${stemsOf(segment, passage.text)}::text[])`,
  }));
  for (let at = 0; at < rows.length; at += 500) {
    await tx
      .insertInto('chunk_terms')
      .values(rows.slice(at, at + 500))
      .onConflict((conflict) =>
        conflict.columns(['organization_id', 'chunk_id']).doUpdateSet({ terms: sql`excluded.terms` }),
      )
      .execute();
  }
  await tx
    .updateTable('document')
    .set({ terms_version: version })
    .where('organization_id', '=', organization_id)
    .where('id', '=', document_id)
    .execute();
}

// `text` is word, times, word, times, …
const stemsOf = ({ words, stems }: Segment, text: readonly number[]): string[] => [
  ...new Set(text.flatMap((word, at) => (at % 2 === 0 ? [stems[word] || (words[word] ?? '')] : [])).filter(isLexeme)),
];

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

/** Segments of documents whose stems were not kept when they were read: before the upgrade that brought this. */
export const segmentsWithoutTerms = (tx: Tx, { organizationId }: OrganizationScope, limit: number) =>
  tx
    .selectFrom('document as d')
    .innerJoin('document_segment as s', (join) =>
      join
        .onRef('s.organization_id', '=', 'd.organization_id')
        .onRef('s.document_id', '=', 'd.id')
        .onRef('s.version', '=', 'd.active_version'),
    )
    .select(['d.id', 's.body'])
    .where('d.organization_id', '=', organizationId)
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
