import type { Insertable, Selectable } from 'kysely';
import type { Tables, Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import './snapshots.tables.ts';

export type SchemaSnapshotRow = Selectable<Tables['connector_snapshot']>;

export const newestSnapshot = (
  tx: Tx,
  scope: OrganizationScope,
  connectorId: string,
): Promise<SchemaSnapshotRow | undefined> =>
  tx
    .selectFrom('connector_snapshot')
    .selectAll()
    .where('organization_id', '=', scope.organizationId)
    .where('connector_id', '=', connectorId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();

export async function snapshotTakenAt(tx: Tx, scope: OrganizationScope, connectorId: string): Promise<Date | null> {
  const row = await tx
    .selectFrom('connector_snapshot')
    .select('taken_at')
    .where('organization_id', '=', scope.organizationId)
    .where('connector_id', '=', connectorId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.taken_at ?? null;
}

export const insertSnapshot = (tx: Tx, row: Insertable<Tables['connector_snapshot']>): Promise<SchemaSnapshotRow> =>
  tx.insertInto('connector_snapshot').values(row).returningAll().executeTakeFirstOrThrow();

/** Updates the time of a snapshot that was taken again without a change. */
export const confirmSnapshot = (
  tx: Tx,
  scope: OrganizationScope,
  row: SchemaSnapshotRow,
  now: Date,
): Promise<SchemaSnapshotRow> =>
  tx
    .updateTable('connector_snapshot')
    .set({ taken_at: now })
    .where('organization_id', '=', scope.organizationId)
    .where('connector_id', '=', row.connector_id)
    .where('number', '=', row.number)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Keeps the last twenty snapshots. */
export async function forgetSnapshots(
  tx: Tx,
  scope: OrganizationScope,
  connectorId: string,
  newest: number,
): Promise<void> {
  await tx
    .deleteFrom('connector_snapshot')
    .where('organization_id', '=', scope.organizationId)
    .where('connector_id', '=', connectorId)
    .where('number', '<=', newest - 20)
    .execute();
}
