import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Tables, Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';

export type ExportRow = Selectable<Tables['organization_export']>;

const ours = (tx: Tx, { organizationId }: OrganizationScope) =>
  tx.selectFrom('organization_export').selectAll().where('organization_id', '=', organizationId);

/** Returns undefined if another archive is being written. */
export const insertExport = (tx: Tx, row: Insertable<Tables['organization_export']>): Promise<ExportRow | undefined> =>
  tx
    .insertInto('organization_export')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('organization_id').where('status', 'in', ['pending', 'running']).doNothing(),
    )
    .returningAll()
    .executeTakeFirst();

/** Does not find an expired archive, even while its file still exists. */
export const findExport = (
  tx: Tx,
  scope: OrganizationScope,
  { id, now }: { id: string; now: Date },
): Promise<ExportRow | undefined> =>
  ours(tx, scope).where('id', '=', id).where('expires_at', '>', now).executeTakeFirst();

/** Newest first; one row more than `limit` if there is a next page. */
export function pageOfExports(
  tx: Tx,
  scope: OrganizationScope,
  { before, limit, now }: { before: string | null; limit: number; now: Date },
): Promise<ExportRow[]> {
  const rows = ours(tx, scope)
    .where('expires_at', '>', now)
    .orderBy('id', 'desc')
    .limit(limit + 1);
  return (before === null ? rows : rows.where('id', '<', before)).execute();
}

/** Deletes nothing while a process may still be storing a file for the row: the row tells the sweep what to remove. */
export const deleteExportRow = (tx: Tx, { organizationId }: OrganizationScope, id: string) =>
  tx
    .deleteFrom('organization_export')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where(sql<boolean>`(leased_until is null or leased_until < clock_timestamp())`)
    .execute();

/** Leases an unfinished export, unless another process works on it. Leases use the database's clock. */
export const takeExport = (
  tx: Tx,
  { organizationId }: OrganizationScope,
  { id, lease, now, seconds }: { id: string; lease: string; now: Date; seconds: number },
): Promise<ExportRow | undefined> =>
  tx
    .updateTable('organization_export')
    .set({
      status: 'running',
      attempts: sql`attempts + 1`,
      lease,
      leased_until: leaseFor(seconds),
      done: 0,
      started_at: sql`coalesce(started_at, ${now})`,
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'running'])
    .where(sql<boolean>`(leased_until is null or leased_until < clock_timestamp())`)
    .returningAll()
    .executeTakeFirst();

export const leaseFor = (seconds: number) => sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`;

/** False if the export was deleted or taken over meanwhile. */
export async function updateExport(
  tx: Tx,
  { organizationId }: OrganizationScope,
  { id, lease }: { id: string; lease: string },
  change: Updateable<Tables['organization_export']>,
): Promise<boolean> {
  const row = await tx
    .updateTable('organization_export')
    .set(change)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('lease', '=', lease)
    .where('status', '=', 'running')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Expires these archives: from now on nobody finds them and none is continued; the sweep deletes their files, and then their rows.
 * Expires all archives if no `id` is given. Returns how many.
 */
export async function expireExports(
  tx: Tx,
  { organizationId }: OrganizationScope,
  { now, id }: { now: Date; id?: string },
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('organization_export')
    .set({
      expires_at: now,
      lease: null,
      status: sql`case when status in ('pending', 'running') then 'failed' else status end`,
    })
    .where('organization_id', '=', organizationId)
    .where('expires_at', '>', now)
    .$if(id !== undefined, (rows) => rows.where('id', '=', id ?? ''))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export interface DueExport {
  organization_id: string;
  export_id: string;
  /** Whether it has expired; if not, it waits to be written. */
  expired: boolean;
}

/** Works for all organizations: an SQL function with its own rights returns only ids. */
export async function exportsDue(tx: Tx, now: Date): Promise<DueExport[]> {
  const { rows } = await sql<DueExport>`select * from exports_due(${now})`.execute(tx);
  return rows;
}
