import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import type { OrganizationScope } from '../../../platform/database/transaction.ts';
import '../../library/knowledge.tables.ts';

/** A question's embedding, made by the model whose vectors the organization has. */
export interface QuestionVector {
  model: string;
  vector: Float32Array;
}

// All vectors have unit length, so the inner product is the cosine. The question keeps full precision.
const textOf = ({ vector }: QuestionVector) => `[${vector.join(',')}]`;
const cosineSimilarity = (question: QuestionVector) =>
  sql<number>`-(embedding::vector <#> ${textOf(question)}::vector)`;
// Vectors of other dimensions come from a different model of the same name.
const sameDimensions = ({ vector }: QuestionVector) => sql<boolean>`vector_dims(embedding) = ${vector.length}`;

/** The documents of the passages nearest to the question, superseded versions included. */
export async function nearestDocuments(
  tx: Tx,
  { organizationId }: OrganizationScope,
  question: QuestionVector,
  most: number,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('chunk_embedding')
    .select('document_id')
    .where('organization_id', '=', organizationId)
    .where('model', '=', question.model)
    .where(sameDimensions(question))
    .orderBy(sql`embedding <#> ${textOf(question)}::halfvec`)
    .orderBy('chunk_id')
    .limit(most)
    .execute();
  return [...new Set(rows.map((row) => row.document_id))];
}

/** The cosines of these documents' passages, by passage id. */
export async function cosinesOf(
  tx: Tx,
  { organizationId }: OrganizationScope,
  question: QuestionVector,
  documentIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('chunk_embedding')
    .select(['chunk_id', cosineSimilarity(question).as('cosine')])
    .where('organization_id', '=', organizationId)
    .where('document_id', '=', sql<string>`any(${[...documentIds]}::uuid[])`)
    .where('model', '=', question.model)
    .where(sameDimensions(question))
    .execute();
  return new Map(rows.map((row) => [row.chunk_id, row.cosine]));
}

/** Whether the organization has any vector to compare a question with. */
export async function hasVectorsOf(tx: Tx, { organizationId }: OrganizationScope, model: string): Promise<boolean> {
  const row = await tx
    .selectFrom('chunk_embedding')
    .select('chunk_id')
    .where('organization_id', '=', organizationId)
    .where('model', '=', model)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
