import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import '../policy/routing.tables.ts';
import type { SnapshotDestination, SnapshotRule, SnapshotTag } from '../policy/snapshot.logic.ts';

/** Frees the names of rows that are restored next: they may have exchanged them since. */
export async function freeNames(
  tx: Tx,
  scope: OrganizationScope,
  { table, ids }: { table: 'tag' | 'destination'; ids: readonly string[] },
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable(table)
    .set({ name: sql<string>`id::text` })
    .where('organization_id', '=', scope.organizationId)
    .where('id', 'in', [...ids])
    .execute();
}

/** Restores a row to its earlier state: inserts it again if it was deleted, updates it if it has changed. */
export async function putDestination(tx: Tx, scope: OrganizationScope, row: SnapshotDestination, now: Date) {
  const { id, built_in, ...members } = row;
  await tx
    .insertInto('destination')
    .values({ organization_id: scope.organizationId, id, built_in, ...members, created_at: now, updated_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'id'])
        .doUpdateSet({ ...members, deleted_at: null, updated_at: now, version: sql`destination.version + 1` }),
    )
    .execute();
}

export async function putTag(tx: Tx, scope: OrganizationScope, row: SnapshotTag, now: Date) {
  const { id, detect, ...others } = row;
  const members = { ...others, detect: detect && JSON.stringify(detect) };
  await tx
    .insertInto('tag')
    .values({ organization_id: scope.organizationId, id, ...members, created_at: now, updated_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'id'])
        .doUpdateSet({ ...members, deleted_at: null, updated_at: now, version: sql`tag.version + 1` }),
    )
    .execute();
}

interface RuleRestoration {
  now: Date;
  /** The version of a rule that had been deleted: higher than any that it had, so that no old ETag matches. */
  version: number;
}

export async function putRule(tx: Tx, scope: OrganizationScope, row: SnapshotRule, { now, version }: RuleRestoration) {
  const { id, conditions, effects, ...others } = row;
  const members = { ...others, conditions: JSON.stringify(conditions), effects: JSON.stringify(effects) };
  await tx
    .insertInto('rule')
    .values({ organization_id: scope.organizationId, id, ...members, version, created_at: now, updated_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'id'])
        .doUpdateSet({ ...members, updated_at: now, version: sql`rule.version + 1` }),
    )
    .execute();
}
