import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { toHalfVector } from '../../../platform/database/half-vectors.ts';
import type { OrganizationScope } from '../../../platform/database/transaction.ts';
import { serving } from '../findings/record-findings.store.ts';
import '../../library/knowledge.tables.ts';
import './near-passages.tables.ts';

/** Examined documents with vectors whose neighbours the language model has not been asked about. */
export const unasked = (tx: Tx, scope: OrganizationScope, { model, now }: { model: string; now: Date }) =>
  tx
    .selectFrom('document_examination as e')
    .innerJoin('document as d', (join) =>
      join.onRef('d.organization_id', '=', 'e.organization_id').onRef('d.id', '=', 'e.document_id'),
    )
    .innerJoin('collection as c', (join) =>
      join.onRef('c.organization_id', '=', 'd.organization_id').onRef('c.id', '=', 'd.collection_id'),
    )
    .select(['d.id', 'd.active_version as version'])
    .where('e.organization_id', '=', scope.organizationId)
    .where('e.neighbours_asked', '=', false)
    .where('d.embedded_model', '=', model)
    .whereRef('d.embedded_version', '=', 'e.version')
    .whereRef('d.active_version', '=', 'e.version')
    .where(serving(now))
    .orderBy('d.id')
    .limit(50)
    .execute();

export const markAsked = (tx: Tx, scope: OrganizationScope, documentId: string, version: number) =>
  tx
    .updateTable('document_examination')
    .set({ neighbours_asked: true })
    .where('organization_id', '=', scope.organizationId)
    .where('document_id', '=', documentId)
    .where('version', '=', version)
    .execute();

interface Nearby {
  documentId: string;
  model: string;
  vector: Float32Array;
  now: Date;
}

/** The passages of other serving documents with the nearest vectors, nearest first. All vectors have unit length. */
export const nearestElsewhere = (
  tx: Tx,
  scope: OrganizationScope,
  { documentId, model, vector, now }: Nearby,
  { limit, leastCosine }: { limit: number; leastCosine: number },
) =>
  tx
    .selectFrom('chunk_embedding as v')
    .innerJoin('document as d', (join) =>
      join
        .onRef('d.organization_id', '=', 'v.organization_id')
        .onRef('d.id', '=', 'v.document_id')
        .onRef('d.active_version', '=', 'v.version'),
    )
    .innerJoin('collection as c', (join) =>
      join.onRef('c.organization_id', '=', 'd.organization_id').onRef('c.id', '=', 'd.collection_id'),
    )
    .select('v.chunk_id as id')
    .where('v.organization_id', '=', scope.organizationId)
    .where('v.document_id', '<>', documentId)
    .where('v.model', '=', model)
    // Vectors of other dimensions come from a different model of the same name.
    .where(sql<boolean>`vector_dims(v.embedding) = ${vector.length}`)
    .where(sql<boolean>`-(v.embedding <#> ${toHalfVector(vector)}) >= ${leastCosine}`)
    .where(serving(now))
    .orderBy(sql`v.embedding <#> ${toHalfVector(vector)}`)
    .orderBy('v.chunk_id')
    .limit(limit)
    .execute();

/** The pairs among these that the model has already been asked about. */
export async function askedAbout(tx: Tx, scope: OrganizationScope, hashes: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('compared_passages')
    .select('pair_hash')
    .where('organization_id', '=', scope.organizationId)
    .where(sql<boolean>`pair_hash = any(${[...hashes]}::text[])`)
    .execute();
  return new Set(rows.map((row) => row.pair_hash));
}

/**
 * A compared pair, with the sentences that contradict each other, if any. The sides are in the order of their documents'
 * ids.
 */
export interface ComparedPair {
  hash: string;
  documentIds: readonly [string, string];
  quotes: readonly [string, string] | null;
}

export async function saveCompared(tx: Tx, scope: OrganizationScope, of: readonly ComparedPair[], now: Date) {
  const rows = of.map(({ hash, documentIds: [document_id, other_document_id], quotes }) => {
    const found = { quote: quotes?.[0] ?? null, other_quote: quotes?.[1] ?? null };
    const key = { organization_id: scope.organizationId, pair_hash: hash };
    return { ...key, document_id, other_document_id, ...found, compared_at: now };
  });
  if (rows.length === 0) return;
  await tx
    .insertInto('compared_passages')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['organization_id', 'pair_hash']).doNothing())
    .execute();
}

/** The contradictions that the model has found in a document. */
export const contradictionsFound = (tx: Tx, scope: OrganizationScope, documentId: string) =>
  tx
    .selectFrom('compared_passages')
    .select(['document_id', 'other_document_id', 'quote', 'other_quote'])
    .where('organization_id', '=', scope.organizationId)
    .where('quote', 'is not', null)
    .where((where) => where.or([where('document_id', '=', documentId), where('other_document_id', '=', documentId)]))
    .orderBy('compared_at')
    .limit(20)
    .execute();

/** Deletes old comparisons: most were of versions that are gone. */
export const forgetCompared = (tx: Tx, scope: OrganizationScope, before: Date) =>
  tx
    .deleteFrom('compared_passages')
    .where('organization_id', '=', scope.organizationId)
    .where('compared_at', '<', before)
    .execute();

const dayOf = (now: Date) => now.toISOString().slice(0, 10);

/** The tokens and pairs used today (UTC). */
export async function usedToday(tx: Tx, scope: OrganizationScope, now: Date) {
  const row = await tx
    .selectFrom('comparison_tokens')
    .select(sql<number>`tokens::float8`.as('tokens'))
    .where('organization_id', '=', scope.organizationId)
    .where('day', '=', dayOf(now))
    .executeTakeFirst();
  const { pairs } = await tx
    .selectFrom('compared_passages')
    .select(sql<number>`count(*)::int`.as('pairs'))
    .where('organization_id', '=', scope.organizationId)
    .where('compared_at', '>=', new Date(dayOf(now)))
    .executeTakeFirstOrThrow();
  return { tokens: row?.tokens ?? 0, pairs };
}

export const countComparisonTokens = (tx: Tx, scope: OrganizationScope, tokens: number, now: Date) =>
  tx
    .insertInto('comparison_tokens')
    .values({ organization_id: scope.organizationId, day: dayOf(now), tokens })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'day'])
        .doUpdateSet({ tokens: sql`comparison_tokens.tokens + excluded.tokens` }),
    )
    .execute();
