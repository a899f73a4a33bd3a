import type { WebhookDelivery, WebhookEndpoint } from '@desk/contract/webhooks';
import { record, type Acting } from '../../access/index.ts';
import type { Tx } from '../../platform/database/database.ts';
import { inScope, unscoped, type OrganizationScope } from '../../platform/database/transaction.ts';
import type { Desk } from '../../platform/desk.ts';
import { conflict, invalid, notFound, presentAt } from '../../platform/http/errors.ts';
import { idAfter, pageOf, type PageQuery } from '../../platform/http/page.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';
import { placeEvents, placeSince } from '../events.store.ts';
import { keptWithEndpointsMilliseconds } from '../kept.logic.ts';
import {
  changeDelivery,
  deleteDeliveriesBefore,
  findDelivery,
  insertDeliveries,
  pageOfDeliveries,
  type DeliveryRow,
} from './deliveries.store.ts';
import { findEndpoint, lockEndpoint, noteEndpoint, type EndpointRow } from './endpoints.store.ts';
import { newTest } from './queue-events.actions.ts';
import { endpointDue } from './webhooks.jobs.ts';
import { subjectOf, viewDelivery, viewEndpoint } from './webhooks.view.ts';

/** The most attempts of one delivery, which bounds its log: people may retry it again and again. */
const mostAttempts = 30;

interface DeliveriesQuery extends PageQuery {
  state?: DeliveryRow['state'];
}

/** Newest first. Throws 404, 422 for a bad cursor. */
export async function showDeliveries(
  desk: Desk,
  scope: OrganizationScope,
  { id, query: { limit, cursor, state } }: { id: string; query: DeliveriesQuery },
) {
  const after = idAfter(cursor);
  return inScope(desk.db, scope, async (tx) => {
    presentAt(await findEndpoint(tx, scope, id), null);
    const found = await pageOfDeliveries(tx, scope, { endpointId: id, state, after, limit });
    const { rows, next_cursor } = pageOf(found, limit, (row) => [row.id]);
    const now = desk.clock.now();
    return { items: rows.map((row) => viewDelivery(row, now)), next_cursor };
  });
}

interface OfEndpoint {
  endpointId: string;
  id: string;
}

/** Throws 404. */
export const showDelivery = (desk: Desk, scope: OrganizationScope, of: OfEndpoint): Promise<WebhookDelivery> =>
  inScope(desk.db, scope, async (tx) => viewDelivery(found(await findDelivery(tx, scope, of)), desk.clock.now()));

/** Sends an event of type `webhook.test`, once. Throws 404, 409 for a disabled endpoint. */
export const testEndpoint = (desk: Desk, acting: Acting, id: string): Promise<WebhookDelivery> =>
  inScope(desk.db, acting, async (tx) => {
    const endpoint = await enabledEndpoint(tx, acting, id);
    const now = desk.clock.now();
    const delivery = newTest(endpoint, now);
    await insertDeliveries(tx, acting, [delivery]);
    await wake(desk, tx, acting, id);
    record(desk, tx, acting, { action: 'webhook_endpoint.tested', subject: subjectOf(endpoint) });
    return viewDelivery(found(await findDelivery(tx, acting, { endpointId: id, id: delivery.id })), now);
  });

/**
 * Delivers the events since a time again, in new deliveries with the original ids. Throws 404, 409 for a disabled endpoint or
 * while a replay is under way, 422 for a time in the future or before what is kept.
 */
export async function replayEvents(
  desk: Desk,
  acting: Acting,
  { id, since }: { id: string; since: string },
): Promise<WebhookEndpoint> {
  const now = desk.clock.now();
  const from = new Date(since);
  if (from > now) throw invalid('/since', sentence`must not be in the future`);
  if (now.getTime() - from.getTime() > keptWithEndpointsMilliseconds)
    throw invalid('/since', sentence`must not be more than 7 days ago: older events are no longer stored`);
  return inScope(desk.db, acting, async (tx) => {
    const endpoint = await enabledEndpoint(tx, acting, id);
    if (endpoint.replay_after !== null)
      throw conflict('replay_running', sentence`A replay of this endpoint is under way. Wait until it has ended.`);
    await placeEvents(tx, acting);
    const first = await placeSince(tx, acting, from);
    // Events that the endpoint has not seen yet are delivered anyway.
    const isSomething = first !== null && first <= Number(endpoint.seen);
    const replay = isSomething ? { replay_after: first - 1, replay_until: Number(endpoint.seen) } : {};
    if (isSomething) await noteEndpoint(tx, acting, id, replay);
    await wake(desk, tx, acting, id);
    const changes = { since: { to: from.toISOString() } };
    record(desk, tx, acting, { action: 'webhook_endpoint.replayed', subject: subjectOf(endpoint), changes });
    return viewEndpoint({ ...endpoint, ...replay }, now);
  });
}

/** Sends the delivery again now. Throws 404, 409 for a disabled endpoint or after 30 attempts. */
export const retryDelivery = (desk: Desk, acting: Acting, of: OfEndpoint): Promise<WebhookDelivery> =>
  inScope(desk.db, acting, async (tx) => {
    const endpoint = await enabledEndpoint(tx, acting, of.endpointId);
    const row = found(await findDelivery(tx, acting, of));
    if (row.attempts.length >= mostAttempts)
      throw conflict(
        'too_many_attempts',
        sentence`This was sent ${mostAttempts} times already. Replay the events instead.`,
      );
    const now = desk.clock.now();
    const change = { state: 'pending' as const, next_attempt_at: now, leased_until: null, asked: true };
    const after = await changeDelivery(tx, acting, of.id, change);
    await wake(desk, tx, acting, of.endpointId);
    const changes = { delivery: { to: of.id } };
    record(desk, tx, acting, { action: 'webhook_endpoint.delivery_retried', subject: subjectOf(endpoint), changes });
    return viewDelivery(after, now);
  });

/** Deletes the deliveries of more than seven days ago, of every organization; part of the sweep. */
export const forgetDeliveries = (desk: Desk): Promise<unknown> =>
  unscoped(desk.db, (tx) =>
    deleteDeliveriesBefore(tx, new Date(desk.clock.now().getTime() - keptWithEndpointsMilliseconds)),
  );

async function enabledEndpoint(tx: Tx, scope: OrganizationScope, id: string): Promise<EndpointRow> {
  const endpoint = presentAt(await lockEndpoint(tx, scope, id), null);
  if (!endpoint.enabled)
    throw conflict(
      'endpoint_disabled',
      sentence`This endpoint is disabled, so nothing is sent to it. Enable it first.`,
    );
  return endpoint;
}

function found(row: DeliveryRow | undefined): DeliveryRow {
  if (!row) throw notFound();
  return row;
}

const wake = (desk: Desk, tx: Tx, { organizationId }: OrganizationScope, endpointId: string): Promise<void> =>
  desk.jobs.enqueue(tx, endpointDue, { organizationId, endpointId }, { key: endpointId });
