import type { WebhookAttempt } from '@desk/contract/webhooks';
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Tables, Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import './webhooks.tables.ts';

export type DeliveryRow = Selectable<Tables['webhook_delivery']>;
export type NewDelivery = Omit<Insertable<Tables['webhook_delivery']>, 'organization_id' | 'attempts'>;

interface DeliveryPage {
  endpointId: string;
  state: DeliveryRow['state'] | undefined;
  after: string | null;
  limit: number;
}

/**
 * Newest first; one row more than `limit` if there is a next page. Each row has only its last response: with all responses, a page
 * may be 24 MB.
 */
export function pageOfDeliveries(
  tx: Tx,
  scope: OrganizationScope,
  { endpointId, state, after, limit }: DeliveryPage,
): Promise<DeliveryRow[]> {
  let rows = tx
    .selectFrom('webhook_delivery')
    .select(['organization_id', 'id', 'endpoint_id', 'event_id', 'payload', 'cause', 'state'])
    .select(['next_attempt_at', 'leased_until', 'asked', 'created_at', withLastResponse.as('attempts')])
    .where('organization_id', '=', scope.organizationId)
    .where('endpoint_id', '=', endpointId);
  if (state) rows = rows.where('state', '=', state);
  if (after !== null) rows = rows.where('id', '<', after);
  return rows
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

const withLastResponse = sql<WebhookAttempt[]>`(
  select coalesce(jsonb_agg(attempt || case when n < jsonb_array_length(attempts) then '{"response": null}' else '{}'::jsonb end
    order by n), '[]')
  from jsonb_array_elements(attempts) with ordinality as each (attempt, n))`;

export const findDelivery = (
  tx: Tx,
  scope: OrganizationScope,
  { endpointId, id }: { endpointId: string; id: string },
): Promise<DeliveryRow | undefined> =>
  tx
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('organization_id', '=', scope.organizationId)
    .where('endpoint_id', '=', endpointId)
    .where('id', '=', id)
    .executeTakeFirst();

export async function insertDeliveries(tx: Tx, scope: OrganizationScope, rows: readonly NewDelivery[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto('webhook_delivery')
    .values(rows.map((row) => ({ ...row, organization_id: scope.organizationId })))
    .execute();
}

/** Counts the endpoint's pending deliveries, up to `most`. */
export async function countPending(
  tx: Tx,
  scope: OrganizationScope,
  { endpointId, most }: { endpointId: string; most: number },
): Promise<number> {
  const { rows } = await sql<{ count: string | number }>`select count(*) as count from (
      select from webhook_delivery where organization_id = ${scope.organizationId} and endpoint_id = ${endpointId}
        and state = 'pending' limit ${most}) pending`.execute(tx);
  return Number(rows[0]?.count ?? 0);
}

interface Claim {
  endpointId: string;
  now: Date;
  until: Date;
  limit: number;
  only: 'asked' | null;
}

/** Leases due deliveries until `until`: first those that people wait for, last those of a replay. */
export async function claimDeliveries(
  tx: Tx,
  scope: OrganizationScope,
  { endpointId, now, until, limit, only }: Claim,
): Promise<DeliveryRow[]> {
  let due = tx
    .selectFrom('webhook_delivery')
    .select('id')
    .where('organization_id', '=', scope.organizationId)
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'pending')
    .where('next_attempt_at', '<=', now)
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', now)]))
    .orderBy('asked', 'desc')
    .orderBy((eb) => eb('cause', '=', 'replay'))
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked();
  if (only === 'asked') due = due.where('asked', '=', true);
  return tx
    .updateTable('webhook_delivery')
    .set({ leased_until: until })
    .where('organization_id', '=', scope.organizationId)
    .where('id', 'in', due)
    .returningAll()
    .execute();
}

type DeliveryChange = Pick<
  Updateable<Tables['webhook_delivery']>,
  'state' | 'next_attempt_at' | 'leased_until' | 'asked'
>;

/** Stores an attempt and its consequences. Does nothing if the delivery was deleted meanwhile. */
export async function noteAttempt(
  tx: Tx,
  scope: OrganizationScope,
  id: string,
  { attempt, change }: { attempt: WebhookAttempt; change: DeliveryChange },
): Promise<void> {
  await tx
    .updateTable('webhook_delivery')
    .set({ ...change, attempts: sql`attempts || ${JSON.stringify([attempt])}::jsonb` })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .execute();
}

export const changeDelivery = (
  tx: Tx,
  scope: OrganizationScope,
  id: string,
  change: DeliveryChange,
): Promise<DeliveryRow> =>
  tx
    .updateTable('webhook_delivery')
    .set(change)
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Drops the endpoint's pending deliveries: they are not sent any more. */
export async function dropPending(tx: Tx, scope: OrganizationScope, endpointId: string): Promise<void> {
  await tx
    .updateTable('webhook_delivery')
    .set({ state: 'dropped', next_attempt_at: null, leased_until: null, asked: false })
    .where('organization_id', '=', scope.organizationId)
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'pending')
    .execute();
}

/** Deletes old deliveries of every organization. */
export const deleteDeliveriesBefore = (tx: Tx, before: Date) =>
  sql`select forget_webhook_deliveries(${before})`.execute(tx);
