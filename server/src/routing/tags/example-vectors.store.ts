import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { toHalfVector, fromHalfVector } from '../../platform/database/half-vectors.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import '../policy/routing.tables.ts';

/** What is stored of these texts by this model. */
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

/** Notes that these are in use; once a day is enough. */
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

/** Another process may have made them too: the first ones stay. */
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

/** Of any model, if nobody has wanted them for a month: a policy that is taken back, or a model, costs nothing until then. */
export async function forgetUnwantedVectors(tx: Tx, scope: OrganizationScope, now: Date): Promise<void> {
  await tx
    .deleteFrom('tag_example_embedding')
    .where('organization_id', '=', scope.organizationId)
    .where('wanted_at', '<', new Date(now.getTime() - 30 * day))
    .execute();
}

const day = 86_400_000;
