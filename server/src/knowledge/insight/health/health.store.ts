import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import type { OrganizationScope } from '../../../platform/database/transaction.ts';
import '../../library/knowledge.tables.ts';

/** Saves one score per day; the last one of a day replaces earlier ones. */
export const saveHealth = (tx: Tx, scope: OrganizationScope, score: number, now: Date) =>
  tx
    .insertInto('knowledge_health')
    .values({ organization_id: scope.organizationId, day: now.toISOString().slice(0, 10), score })
    .onConflict((conflict) => conflict.columns(['organization_id', 'day']).doUpdateSet({ score }))
    .execute();

/** The scores of the last days, oldest first. */
export const healthTrend = async (tx: Tx, scope: OrganizationScope, days: number) => {
  const rows = await tx
    .selectFrom('knowledge_health')
    .select([sql<string>`day::text`.as('day'), sql<number>`score::float8`.as('score')])
    .where('organization_id', '=', scope.organizationId)
    .orderBy('day', 'desc')
    .limit(days)
    .execute();
  return rows.reverse();
};
