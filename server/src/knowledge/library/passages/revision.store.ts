import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/database.ts';
import type { OrganizationScope } from '../../../platform/database/transaction.ts';
import '../knowledge.tables.ts';

/**
 * Announces a change of what search may show. Must be the last write of its transaction: the row stays locked until the commit, so
 * revisions become visible in order, and a reader that has seen one has seen all earlier ones.
 */
export async function raiseRevision(tx: Tx, scope: OrganizationScope): Promise<number> {
  const row = await tx
    .insertInto('knowledge_revision')
    .values({ organization_id: scope.organizationId, revision: 1 })
    .onConflict((conflict) =>
      conflict.column('organization_id').doUpdateSet({ revision: sql`knowledge_revision.revision + 1` }),
    )
    .returning('revision')
    .executeTakeFirstOrThrow();
  return row.revision;
}

/** Returns the current revision of the knowledge; 0 before the first document. */
export async function knowledgeRevision(tx: Tx, scope: OrganizationScope): Promise<number> {
  const row = await tx
    .selectFrom('knowledge_revision')
    .select('revision')
    .where('organization_id', '=', scope.organizationId)
    .executeTakeFirst();
  return row?.revision ?? 0;
}

/** Like `knowledgeRevision`, in one statement that commits by itself (0099), because every question needs it. */
export async function knowledgeRevisionNow(db: Db, { organizationId }: OrganizationScope): Promise<number> {
  const { rows } = await db.pool.query<{ revision: number }>({
    ...(db.engine === 'postgres' ? { name: 'knowledge-revision' } : {}),
    text: 'select knowledge_revision_of($1) as revision',
    values: [organizationId],
  });
  return rows[0]?.revision ?? 0;
}
