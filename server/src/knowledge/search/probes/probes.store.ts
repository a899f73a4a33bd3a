import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import type { OrganizationScope } from '../../../platform/database/transaction.ts';
import '../../library/knowledge.tables.ts';

const serving = (tx: Tx, scope: OrganizationScope) =>
  tx
    .selectFrom('document')
    .where('document.organization_id', '=', scope.organizationId)
    .where('active_version', 'is not', null);

export const probedDocument = (tx: Tx, scope: OrganizationScope, id: string) =>
  serving(tx, scope)
    .innerJoin('collection as c', (join) =>
      join.onRef('c.organization_id', '=', 'document.organization_id').onRef('c.id', '=', 'document.collection_id'),
    )
    .select(['document.title', 'document.chunk_count', 'c.audience', sql<number>`active_version`.as('active_version')])
    .where('document.id', '=', id)
    .executeTakeFirst();

export const leastRecentlyProbed = (tx: Tx, scope: OrganizationScope, limit: number) =>
  serving(tx, scope)
    .select('id')
    .orderBy(sql`probed_at nulls first`)
    .orderBy('id')
    .limit(limit)
    .execute();

interface ProbeResult {
  version: number;
  passed: number;
  total: number;
  now: Date;
}

/** Writes only to the version that was probed: another one may serve by now. */
export const saveProbes = (
  tx: Tx,
  scope: OrganizationScope,
  id: string,
  { version, passed, total, now }: ProbeResult,
) =>
  tx
    .updateTable('document')
    .set({ probes_passed: passed, probes_total: total, probed_at: now })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .where('active_version', '=', version)
    .execute();
