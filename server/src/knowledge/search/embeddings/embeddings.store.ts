import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { toHalfVector, fromHalfVector } from '../../../platform/database/half-vectors.ts';
import type { OrganizationScope } from '../../../platform/database/transaction.ts';
import '../../library/knowledge.tables.ts';

/** A passage's vector, made by one model. */
export interface PassageVector {
  chunkId: string;
  vector: Float32Array;
}

/** The passages of one version that have no vector of this model yet, in the order of the document. */
export const unembeddedChunks = (
  tx: Tx,
  scope: OrganizationScope,
  of: { documentId: string; version: number; model: string },
  limit: number,
) =>
  tx
    .selectFrom('chunk as k')
    .leftJoin('chunk_embedding as e', (join) =>
      join
        .onRef('e.organization_id', '=', 'k.organization_id')
        .onRef('e.chunk_id', '=', 'k.id')
        .on('e.model', '=', of.model),
    )
    .select(['k.id', 'k.heading_path', 'k.text'])
    .where('k.organization_id', '=', scope.organizationId)
    .where('k.document_id', '=', of.documentId)
    .where('k.version', '=', of.version)
    .where('e.chunk_id', 'is', null)
    .orderBy('k.position')
    .limit(limit)
    .execute();

/** Keeps the vectors that another model made of the same passages. */
export const saveVectors = (
  tx: Tx,
  scope: OrganizationScope,
  of: { documentId: string; version: number; model: string },
  vectors: readonly PassageVector[],
) =>
  tx
    .insertInto('chunk_embedding')
    .values(
      vectors.map(({ chunkId, vector }) => ({
        organization_id: scope.organizationId,
        chunk_id: chunkId,
        document_id: of.documentId,
        version: of.version,
        model: of.model,
        embedding: toHalfVector(vector),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'chunk_id', 'model']).doUpdateSet({ embedding: sql`excluded.embedding` }),
    )
    .execute();

/** Vectors of this model only, by passage id. */
export async function vectorsOf(
  tx: Tx,
  scope: OrganizationScope,
  passageIds: readonly string[],
  model: string,
): Promise<Map<string, Float32Array>> {
  const rows = await tx
    .selectFrom('chunk_embedding')
    .select(['chunk_id', sql<Buffer>`halfvec_send(embedding)`.as('bytes')])
    .where('organization_id', '=', scope.organizationId)
    .where(sql<boolean>`chunk_id = any(${[...passageIds]}::uuid[])`)
    .where('model', '=', model)
    .execute();
  return new Map(rows.map((row) => [row.chunk_id, fromHalfVector(row.bytes)]));
}

/** Deletes up to `limit` vectors of all other models. Returns the number deleted. */
export async function dropVectorsExcept(
  tx: Tx,
  scope: OrganizationScope,
  models: readonly string[],
  limit: number,
): Promise<number> {
  const { rows } = await sql`
    delete from chunk_embedding where (organization_id, chunk_id, model) in (
      select organization_id, chunk_id, model from chunk_embedding
        where organization_id = ${scope.organizationId} and model <> all(${[...models]}::text[]) limit ${limit})
    returning chunk_id`.execute(tx);
  return rows.length;
}
