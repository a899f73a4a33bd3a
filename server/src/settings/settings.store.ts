import type { UpdateSettings } from '@desk/contract/settings';
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/database/database.ts';
import { afterCommit, inScope, unscoped, type OrganizationScope } from '../platform/database/transaction.ts';
import { shortLivedCache } from '../platform/process/short-lived-cache.ts';
import { firstVersion, type StoredSettings } from './settings.logic.ts';

/** If there is no row, the settings were never changed. */
export async function findSettings(tx: Tx, scope: OrganizationScope): Promise<StoredSettings> {
  const row = await tx
    .selectFrom('organization_settings')
    .select(['doc', 'version'])
    .where('organization_id', '=', scope.organizationId)
    .executeTakeFirst();
  return row ?? { doc: {}, version: firstVersion };
}

/** Locks the row, and inserts it if necessary, so that two concurrent first changes are serialized too. */
export async function lockSettings(tx: Tx, scope: OrganizationScope): Promise<StoredSettings> {
  await tx
    .insertInto('organization_settings')
    .values({ organization_id: scope.organizationId, doc: '{}', version: firstVersion })
    .onConflict((conflict) => conflict.column('organization_id').doNothing())
    .execute();
  return tx
    .selectFrom('organization_settings')
    .select(['doc', 'version'])
    .where('organization_id', '=', scope.organizationId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

const remembered = shortLivedCache<StoredSettings>({ milliseconds: 1_000, most: 5_000 });

/** Settings at most a second old, for uses that decide nothing. Changes saved by this process show at once. */
export const recentSettings = (db: Db, scope: OrganizationScope): Promise<StoredSettings> =>
  remembered.read(scope.organizationId, () => inScope(db, scope, (tx) => findSettings(tx, scope)));

export async function saveSettings(
  tx: Tx,
  scope: OrganizationScope,
  doc: UpdateSettings,
  version: number,
): Promise<void> {
  afterCommit(tx, () => remembered.forget(scope.organizationId));
  await tx
    .updateTable('organization_settings')
    .set({ doc: JSON.stringify(doc), version })
    .where('organization_id', '=', scope.organizationId)
    .execute();
}

/** The organizations with a retention limit whose retention has not run today (UTC). */
export const dueForRetention = (db: Db, now: Date): Promise<string[]> =>
  unscoped(db, async (tx) => {
    const { rows } = await sql<{ organization_id: string }>`
      select organization_id from retention_due(${dayOf(now)}::date)`.execute(tx);
    return rows.map((row) => row.organization_id);
  });

/** Records that the organization's retention has run today (UTC). */
export const noteRetention = (tx: Tx, scope: OrganizationScope, now: Date) =>
  tx
    .insertInto('retention_run')
    .values({ organization_id: scope.organizationId, ran_on: dayOf(now) })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet({ ran_on: dayOf(now) }))
    .execute();

const dayOf = (now: Date) => now.toISOString().slice(0, 10);

export interface SettingsAuthor {
  id: string | null;
  name: string | null;
}

/** Keeps a version as a revision, unless it is already kept. */
export async function keepSettings(
  tx: Tx,
  scope: OrganizationScope,
  { doc, version }: StoredSettings,
  { author, at }: { author: SettingsAuthor | null; at: Date },
): Promise<void> {
  await tx
    .insertInto('settings_snapshot')
    .values({
      organization_id: scope.organizationId,
      version,
      doc: JSON.stringify(doc),
      author_id: author?.id ?? null,
      author_name: author?.name ?? null,
      saved_at: at,
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'version']).doNothing())
    .execute();
}

export interface SettingsSnapshotRow extends StoredSettings {
  author_id: string | null;
  author_name: string | null;
  saved_at: Date;
}

/** Newest first. */
export const settingsSnapshotsBefore = (
  tx: Tx,
  scope: OrganizationScope,
  { before, limit }: { before: number | null; limit: number },
): Promise<SettingsSnapshotRow[]> =>
  tx
    .selectFrom('settings_snapshot')
    .select(['doc', 'version', 'author_id', 'author_name', 'saved_at'])
    .where('organization_id', '=', scope.organizationId)
    .$if(before !== null, (rows) => rows.where('version', '<', before))
    .orderBy('version', 'desc')
    .limit(limit)
    .execute();

export const findSettingsSnapshot = (
  tx: Tx,
  scope: OrganizationScope,
  version: number,
): Promise<StoredSettings | undefined> =>
  tx
    .selectFrom('settings_snapshot')
    .select(['doc', 'version'])
    .where('organization_id', '=', scope.organizationId)
    .where('version', '=', version)
    .executeTakeFirst();
