import { sql, type Selectable, type Updateable } from 'kysely';
import type { Tables, Tx } from '../../../../platform/database/database.ts';
import type { OrganizationScope } from '../../../../platform/database/transaction.ts';
import '../../drive.tables.ts';

export type GrantRow = Selectable<Tables['drive_grant']>;
export type GrantChange = Omit<Updateable<Tables['drive_grant']>, 'organization_id' | 'updated_at'>;
export type DriveOauthState = Selectable<Tables['drive_oauth_state']>;

export const findGrant = (tx: Tx, scope: OrganizationScope): Promise<GrantRow | undefined> =>
  tx.selectFrom('drive_grant').selectAll().where('organization_id', '=', scope.organizationId).executeTakeFirst();

export const lockGrant = (tx: Tx, scope: OrganizationScope): Promise<GrantRow | undefined> =>
  tx
    .selectFrom('drive_grant')
    .selectAll()
    .where('organization_id', '=', scope.organizationId)
    .forUpdate()
    .executeTakeFirst();

/** Updates the organization's grant, or inserts it if there is none. */
export const saveGrant = (tx: Tx, scope: OrganizationScope, change: GrantChange): Promise<GrantRow> =>
  tx
    .insertInto('drive_grant')
    .values({ organization_id: scope.organizationId, ...change })
    .onConflict((conflict) =>
      conflict.column('organization_id').doUpdateSet({ ...change, updated_at: sql<Date>`clock_timestamp()` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();

/** Leases the renewal of the token for 15 seconds. Returns false if another process holds the lease. */
export async function claimRenewal(tx: Tx, scope: OrganizationScope): Promise<boolean> {
  const claimed = await tx
    .updateTable('drive_grant')
    .set({ refreshing_until: sql<Date>`clock_timestamp() + interval '15 seconds'` })
    .where('organization_id', '=', scope.organizationId)
    .where((eb) =>
      eb.or([eb('refreshing_until', 'is', null), eb('refreshing_until', '<', sql<Date>`clock_timestamp()`)]),
    )
    .returning('organization_id')
    .executeTakeFirst();
  return claimed !== undefined;
}

const inSeconds = (seconds: number) => sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`;

/** Sets the time of the next check of the drive. */
export const planWatch = (tx: Tx, scope: OrganizationScope, seconds: number) =>
  saveGrant(tx, scope, { watch_due: inSeconds(seconds) });

/** Sets the time of the first check, unless a time is already set. */
export const planFirstWatch = (tx: Tx, scope: OrganizationScope, seconds: number) =>
  tx
    .insertInto('drive_grant')
    .values({ organization_id: scope.organizationId, watch_due: inSeconds(seconds) })
    .onConflict((conflict) =>
      conflict
        .column('organization_id')
        .doUpdateSet({ watch_due: sql<Date>`coalesce(drive_grant.watch_due, ${inSeconds(seconds)})` }),
    )
    .execute();

/** Ids of the organizations whose drive is due for a check (0018). */
export const dueDrives = (tx: Tx) =>
  sql<{ organization_id: string }>`select organization_id from due_drives()`.execute(tx).then((result) => result.rows);

/** Binds the account to this organization only. Returns false if another organization has it. */
export async function bindAccount(tx: Tx, scope: OrganizationScope, accountId: string): Promise<boolean> {
  const { organizationId: organization_id } = scope;
  await releaseAccount(tx, scope);
  await tx
    .insertInto('drive_account')
    .values({ account_id: accountId, organization_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const owner = await tx
    .selectFrom('drive_account')
    .select('organization_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return owner?.organization_id === organization_id;
}

export const releaseAccount = (tx: Tx, scope: OrganizationScope) =>
  tx.deleteFrom('drive_account').where('organization_id', '=', scope.organizationId).execute();

/** Inserts the state, and deletes the organization's expired ones. */
export async function insertOauthState(tx: Tx, row: DriveOauthState, now: Date): Promise<void> {
  await tx
    .deleteFrom('drive_oauth_state')
    .where('organization_id', '=', row.organization_id)
    .where('expires_at', '<=', now)
    .execute();
  await tx.insertInto('drive_oauth_state').values(row).execute();
}

/** Deletes and returns the state, valid or not, so that it works only once. */
export const takeOauthState = (tx: Tx, scope: OrganizationScope, hash: Buffer): Promise<DriveOauthState | undefined> =>
  tx
    .deleteFrom('drive_oauth_state')
    .where('organization_id', '=', scope.organizationId)
    .where('hash', '=', hash)
    .returningAll()
    .executeTakeFirst();
