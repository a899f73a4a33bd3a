import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import type { OrganizationScope } from '../../../platform/database/transaction.ts';
import '../../library/knowledge.tables.ts';

// Without a row there has been only one model: the one that made the documents' vectors.
const ofDocuments = ({ organizationId }: OrganizationScope) =>
  sql<string | null>`(select embedded_model from document
    where organization_id = ${organizationId} and embedded_model is not null limit 1)`;

/** The model whose vectors this organization's questions are compared with; null before there are any. */
export async function modelInUse(tx: Tx, scope: OrganizationScope): Promise<string | null> {
  const { rows } = await sql<{ model: string | null }>`
    select coalesce((select model from embedding_in_use where organization_id = ${scope.organizationId}),
      ${ofDocuments(scope)}) as model`.execute(tx);
  return rows[0]?.model ?? null;
}

/**
 * Stores the model in use before the first vectors of another model are written; `model` if these are the first vectors of
 * all.
 */
export async function keepModelInUse(tx: Tx, scope: OrganizationScope, model: string): Promise<string> {
  await tx
    .insertInto('embedding_in_use')
    .values({ organization_id: scope.organizationId, model: sql<string>`coalesce(${ofDocuments(scope)}, ${model})` })
    .onConflict((conflict) => conflict.column('organization_id').doNothing())
    .execute();
  return (await modelInUse(tx, scope)) ?? model;
}

export const useModel = (tx: Tx, scope: OrganizationScope, model: string) =>
  tx.updateTable('embedding_in_use').set({ model }).where('organization_id', '=', scope.organizationId).execute();

/** Organizations that use another model although all of their documents have vectors of this one; returns ids only (0020). */
export const replaceableModels = (tx: Tx, model: string) =>
  sql<{ organization_id: string }>`select organization_id from replaceable_models(${model})`
    .execute(tx)
    .then((result) => result.rows);

/** Whether a serving document still waits for vectors of this model and has attempts left (0020). */
export async function isUnfinished(tx: Tx, scope: OrganizationScope, model: string): Promise<boolean> {
  const row = await tx
    .selectFrom('document')
    .select('id')
    .where('organization_id', '=', scope.organizationId)
    .where('active_version', 'is not', null)
    .where('embedding_attempts', '<', 10)
    .where(sql<boolean>`(embedded_version is distinct from active_version or embedded_model is distinct from ${model})`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
