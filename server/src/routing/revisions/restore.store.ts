import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import '../policy/routing.tables.ts';
import type { SnapshotDestination, SnapshotRule, SnapshotTag } from '../policy/snapshot.logic.ts';

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

export async function putRule(tx: Tx, scope: OrganizationScope, row: SnapshotRule, now: Date) {
  const { id, conditions, effects, ...others } = row;
  const members = { ...others, conditions: JSON.stringify(conditions), effects: JSON.stringify(effects) };
  await tx
    .insertInto('rule')
    .values({ organization_id: scope.organizationId, id, ...members, created_at: now, updated_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'id'])
        .doUpdateSet({ ...members, updated_at: now, version: sql`rule.version + 1` }),
    )
    .execute();
}
