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

/** Creates the row with the first thing that is known. */
export const saveGrant = (tx: Tx, scope: OrganizationScope, change: GrantChange): Promise<GrantRow> =>
  tx
    .insertInto('drive_grant')
    .values({ organization_id: scope.organizationId, ...change })
    .onConflict((conflict) =>
      conflict.column('organization_id').doUpdateSet({ ...change, updated_at: sql<Date>`clock_timestamp()` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();

/** Takes the right to renew the token for a while; false when somebody else has it. */
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

/** When the drive is to be asked what has changed. */
export const planWatch = (tx: Tx, scope: OrganizationScope, seconds: number) =>
  saveGrant(tx, scope, { watch_due: inSeconds(seconds) });

/** Leaves an earlier time as it is. */
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

/** Organizations whose drive is to be asked now; ids only (0018). */
export const dueDrives = (tx: Tx) =>
  sql<{ organization_id: string }>`select organization_id from due_drives()`.execute(tx).then((result) => result.rows);

/** Gives the account to the organization alone; false when another organization has it. */
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

/** Those of before that nobody came back with go away. */
export async function insertOauthState(tx: Tx, row: DriveOauthState, now: Date): Promise<void> {
  await tx
    .deleteFrom('drive_oauth_state')
    .where('organization_id', '=', row.organization_id)
    .where('expires_at', '<=', now)
    .execute();
  await tx.insertInto('drive_oauth_state').values(row).execute();
}

/** Single use: the first request takes it away, whether or not it then turns out to be good. */
export const takeOauthState = (tx: Tx, scope: OrganizationScope, hash: Buffer): Promise<DriveOauthState | undefined> =>
  tx
    .deleteFrom('drive_oauth_state')
    .where('organization_id', '=', scope.organizationId)
    .where('hash', '=', hash)
    .returningAll()
    .executeTakeFirst();
