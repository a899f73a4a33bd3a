import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { toHalfVector, fromHalfVector } from '../../platform/database/half-vectors.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import '../policy/routing.tables.ts';

/** Reads the stored vectors of these texts by this model. */
export async function readExampleVectors(
  tx: Tx,
  scope: OrganizationScope,
  model: string,
  hashes: readonly string[],
): Promise<Map<string, Float32Array>> {
  const rows = await tx
    .selectFrom('tag_example_embedding')
    .select(['text_hash', sql<Buffer>`halfvec_send(embedding)`.as('bytes')])
    .where('organization_id', '=', scope.organizationId)
    .where('model', '=', model)
    .where('text_hash', '=', sql<string>`any(${[...hashes]}::text[])`)
    .execute();
  return new Map(rows.map(({ text_hash, bytes }) => [text_hash, fromHalfVector(bytes)]));
}

/** Marks these vectors as in use, at most once a day. */
export async function wantExampleVectors(
  tx: Tx,
  scope: OrganizationScope,
  { model, hashes, now }: { model: string; hashes: readonly string[]; now: Date },
): Promise<void> {
  await tx
    .updateTable('tag_example_embedding')
    .set({ wanted_at: now })
    .where('organization_id', '=', scope.organizationId)
    .where('model', '=', model)
    .where('text_hash', '=', sql<string>`any(${[...hashes]}::text[])`)
    .where('wanted_at', '<', new Date(now.getTime() - day))
    .execute();
}

/** Stores vectors. If another process has stored them already, its vectors stay. */
export async function saveExampleVectors(
  tx: Tx,
  scope: OrganizationScope,
  { model, vectors, now }: { model: string; vectors: ReadonlyMap<string, Float32Array>; now: Date },
): Promise<void> {
  if (vectors.size === 0) return;
  await tx
    .insertInto('tag_example_embedding')
    .values(
      [...vectors].map(([hash, vector]) => ({
        organization_id: scope.organizationId,
        model,
        text_hash: hash,
        embedding: toHalfVector(vector),
        wanted_at: now,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Deletes vectors of any model that were not used for a month. Until then, going back to an earlier policy or model is free. */
export async function forgetUnwantedVectors(tx: Tx, scope: OrganizationScope, now: Date): Promise<void> {
  await tx
    .deleteFrom('tag_example_embedding')
    .where('organization_id', '=', scope.organizationId)
    .where('wanted_at', '<', new Date(now.getTime() - 30 * day))
    .execute();
}

const day = 86_400_000;
