import { sql, type Selectable, type Updateable } from 'kysely';
import type { Db, Tables, Tx } from '../../platform/database/database.ts';
import { afterCommit, inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import { shortLivedCache } from '../../platform/process/short-lived-cache.ts';
import { testMarkStart } from '../test-events/test-mark.ts';
import type { HelpdeskName } from '../port/channel.logic.ts';
import '../port/channels.tables.ts';

export type IntegrationRow = Selectable<Tables['integration']>;
export type IntegrationChange = Omit<Updateable<Tables['integration']>, 'organization_id' | 'channel'>;

export const findIntegration = (
  tx: Tx,
  scope: OrganizationScope,
  channel: HelpdeskName,
): Promise<IntegrationRow | undefined> =>
  tx
    .selectFrom('integration')
    .selectAll()
    .where('organization_id', '=', scope.organizationId)
    .where('channel', '=', channel)
    .executeTakeFirst();

const rememberedGrants = shortLivedCache<HelpdeskName[]>({ milliseconds: 1_000, most: 5_000 });

/**
 * The helpdesks that we may write in, at most a second old like `recentIntegration`: a message that meets a dead grant
 * goes to people.
 */
export const grantedHelpdesks = (tx: Tx, scope: OrganizationScope): Promise<HelpdeskName[]> =>
  rememberedGrants.read(scope.organizationId, () => findGranted(tx, scope));

async function findGranted(tx: Tx, scope: OrganizationScope): Promise<HelpdeskName[]> {
  const rows = await tx
    .selectFrom('integration')
    .select('channel')
    .where('organization_id', '=', scope.organizationId)
    .where('access_token_sealed', 'is not', null)
    .where('needs_reauth', '=', false)
    .orderBy('channel')
    .execute();
  return rows.map(({ channel }) => channel);
}

const remembered = shortLivedCache<IntegrationRow | undefined>({ milliseconds: 1_000, most: 5_000 });
const keyOf = ({ organizationId }: OrganizationScope, channel: HelpdeskName) => `${organizationId}:${channel}`;

/**
 * The row as it was within the last second, for the code that runs for every message. A change by this process applies at
 * once; one by another process, a second later.
 */
export const recentIntegration = (
  db: Db,
  scope: OrganizationScope,
  channel: HelpdeskName,
): Promise<IntegrationRow | undefined> =>
  remembered.read(keyOf(scope, channel), () => inScope(db, scope, (tx) => findIntegration(tx, scope, channel)));

const forgetAfterCommit = (tx: Tx, scope: OrganizationScope, channel: HelpdeskName) =>
  afterCommit(tx, () => {
    remembered.forget(keyOf(scope, channel));
    rememberedGrants.forget(scope.organizationId);
  });

/** Changes the integration's row, or creates it. */
export async function saveIntegration(
  tx: Tx,
  scope: OrganizationScope,
  channel: HelpdeskName,
  change: IntegrationChange,
): Promise<IntegrationRow> {
  forgetAfterCommit(tx, scope, channel);
  return tx
    .insertInto('integration')
    .values({ organization_id: scope.organizationId, channel, ...change })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'channel'])
        .doUpdateSet({ ...change, updated_at: sql<Date>`clock_timestamp()` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Claims the right to refresh the token for a while; false if another worker has it. */
export async function claimRefresh(tx: Tx, scope: OrganizationScope, channel: HelpdeskName): Promise<boolean> {
  const claimed = await tx
    .updateTable('integration')
    .set({ refreshing_until: sql<Date>`clock_timestamp() + interval '10 seconds'` })
    .where('organization_id', '=', scope.organizationId)
    .where('channel', '=', channel)
    .where((eb) =>
      eb.or([eb('refreshing_until', 'is', null), eb('refreshing_until', '<', sql<Date>`clock_timestamp()`)]),
    )
    .returning('channel')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Claims the right to set up the vendor's account, for at most two minutes; null if another caller has it. */
export async function claimProvisioning(tx: Tx, scope: OrganizationScope, channel: HelpdeskName): Promise<Date | null> {
  const claimed = await tx
    .updateTable('integration')
    .set({ provisioning_until: sql<Date>`date_trunc('milliseconds', clock_timestamp()) + interval '2 minutes'` })
    .where('organization_id', '=', scope.organizationId)
    .where('channel', '=', channel)
    .where((eb) =>
      eb.or([eb('provisioning_until', 'is', null), eb('provisioning_until', '<', sql<Date>`clock_timestamp()`)]),
    )
    .returning('provisioning_until')
    .executeTakeFirst();
  return claimed?.provisioning_until ?? null;
}

/** Releases the claim, unless it has expired and another caller has it. */
export const endProvisioning = (tx: Tx, scope: OrganizationScope, channel: HelpdeskName, until: Date) =>
  tx
    .updateTable('integration')
    .set({ provisioning_until: null })
    .where('organization_id', '=', scope.organizationId)
    .where('channel', '=', channel)
    .where('provisioning_until', '=', until)
    .execute();

/** Lets another organization connect the account. Filters by account as well: the registry is of all organizations. */
export const releaseAccount = (tx: Tx, scope: OrganizationScope, channel: HelpdeskName, accountId: string) =>
  tx
    .deleteFrom('provider_account')
    .where('channel', '=', channel)
    .where('organization_id', '=', scope.organizationId)
    .where('account_id', '=', accountId)
    .execute();

/** Binds the vendor's account to this organization alone; false if another organization has it. */
export async function bindAccount(
  tx: Tx,
  scope: OrganizationScope,
  channel: HelpdeskName,
  accountId: string,
): Promise<boolean> {
  await tx
    .deleteFrom('provider_account')
    .where('channel', '=', channel)
    .where('organization_id', '=', scope.organizationId)
    .where('account_id', '<>', accountId)
    .execute();
  await tx
    .insertInto('provider_account')
    .values({ channel, account_id: accountId, organization_id: scope.organizationId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const owner = await tx
    .selectFrom('provider_account')
    .select('organization_id')
    .where('channel', '=', channel)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return owner?.organization_id === scope.organizationId;
}

/** The first authentic delivery binds the vendor's number of the account; a later one never changes it. */
export function bindDeliveryAccount(tx: Tx, scope: OrganizationScope, channel: HelpdeskName, accountId: string) {
  forgetAfterCommit(tx, scope, channel);
  return tx
    .updateTable('integration')
    .set({ delivery_account_id: accountId })
    .where('organization_id', '=', scope.organizationId)
    .where('channel', '=', channel)
    .where('delivery_account_id', 'is', null)
    .execute();
}

/** The newest event by the vendor: our own test events prove nothing about its webhook. */
export const newestEventAt = async (tx: Tx, scope: OrganizationScope, channel: HelpdeskName): Promise<Date | null> => {
  const newest = await tx
    .selectFrom('inbound_event')
    .select('received_at')
    .where('organization_id', '=', scope.organizationId)
    .where('channel', '=', channel)
    .where('provider_event_id', 'not like', `${testMarkStart}%`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.received_at ?? null;
};

export type HelpdeskOauthState = Selectable<Tables['oauth_state']>;

/** Stores the state, and deletes the organization's expired ones. */
export async function insertOauthState(tx: Tx, row: HelpdeskOauthState, now: Date): Promise<void> {
  await tx
    .deleteFrom('oauth_state')
    .where('organization_id', '=', row.organization_id)
    .where('expires_at', '<=', now)
    .execute();
  await tx.insertInto('oauth_state').values(row).execute();
}

/** Single use: the first request deletes the state, whether or not the state then proves valid. */
export const takeOauthState = (
  tx: Tx,
  scope: OrganizationScope,
  hash: Buffer,
): Promise<HelpdeskOauthState | undefined> =>
  tx
    .deleteFrom('oauth_state')
    .where('organization_id', '=', scope.organizationId)
    .where('hash', '=', hash)
    .returningAll()
    .executeTakeFirst();

/** Binds the signing secret to this organization alone; false if another one uses it. `kept` are those still in use. */
export async function takeWebhookSecret(
  tx: Tx,
  scope: OrganizationScope,
  { taken, kept }: { taken: Buffer; kept: readonly Buffer[] },
): Promise<boolean> {
  await tx
    .deleteFrom('webhook_secret_owner')
    .where('organization_id', '=', scope.organizationId)
    .where('secret_hash', 'not in', [taken, ...kept])
    .execute();
  await tx
    .insertInto('webhook_secret_owner')
    .values([taken, ...kept].map((secret_hash) => ({ secret_hash, organization_id: scope.organizationId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const owner = await tx
    .selectFrom('webhook_secret_owner')
    .select('organization_id')
    .where('secret_hash', '=', taken)
    .executeTakeFirst();
  return owner?.organization_id === scope.organizationId;
}
