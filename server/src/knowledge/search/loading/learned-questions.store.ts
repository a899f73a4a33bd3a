import type { Tx } from '../../../platform/database/database.ts';
import type { OrganizationScope } from '../../../platform/database/transaction.ts';
import '../../library/knowledge.tables.ts';

/** Accepted questions by document id, oldest first. */
export async function acceptedOf(tx: Tx, scope: OrganizationScope, documentIds: readonly string[]) {
  if (documentIds.length === 0) return new Map<string, { id: string; text: string; chunk_id: string | null }[]>();
  const rows = await tx
    .selectFrom('learned_question')
    .select(['document_id', 'id', 'text', 'chunk_id'])
    .where('organization_id', '=', scope.organizationId)
    .where('document_id', 'in', [...documentIds])
    .where('state', '=', 'accepted')
    .orderBy('id')
    .execute();
  return Map.groupBy(rows, (row) => row.document_id);
}
