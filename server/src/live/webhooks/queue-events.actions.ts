import type { WebhookEvent, WebhookEventType } from '@desk/contract/webhooks';
import type { Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import { newId } from '../../platform/process/ids.ts';
import { eventsAfter, placeEvents, type LiveEventRow } from '../events.store.ts';
import { countPending, insertDeliveries, type NewDelivery } from './deliveries.store.ts';
import { noteEndpoint, type EndpointRow } from './endpoints.store.ts';

const mostAtOnce = 200;
/** An endpoint with this many pending deliveries gets no more of them: its events stay in the stream until it has caught up. */
const mostPending = 10_000;
/** A replay waits at fewer, so that current events do not wait behind it. */
const mostPendingOfReplay = 1_000;

/**
 * Writes the deliveries of the events that the endpoint has not seen, and moves its cursor, in one transaction: an event has
 * its row once, whatever crashes. Returns whether more events may be left. The caller holds the endpoint's lock.
 */
export async function queueEvents(tx: Tx, scope: OrganizationScope, row: EndpointRow, now: Date): Promise<boolean> {
  const pending = await countPending(tx, scope, { endpointId: row.id, most: mostPending });
  if (pending >= mostPending) return false;
  await placeEvents(tx, scope);
  const seen = Number(row.seen);
  const fresh = await eventsAfter(tx, scope, { position: seen, limit: mostAtOnce });
  const { again, replay } = pending < mostPendingOfReplay ? await nextOfReplay(tx, scope, row) : noReplay;
  const deliveries = [
    ...fresh.filter(isWantedBy(row)).map((event) => deliveryOf(row, event, { cause: 'event', now })),
    ...again.filter(isWantedBy(row)).map((event) => deliveryOf(row, event, { cause: 'replay', now })),
  ];
  // Ids of one millisecond are in random order, and the log is in the order of ids.
  const ids = deliveries.map(({ id }) => id).sort();
  await insertDeliveries(
    tx,
    scope,
    deliveries.map((each, index) => ({ ...each, id: ids[index]! })),
  );
  const last = fresh.at(-1)?.position ?? seen;
  if (last !== seen || replay) await noteEndpoint(tx, scope, row.id, { seen: last, ...replay });
  return fresh.length === mostAtOnce || (replay !== null && replay.replay_after !== null);
}

const noReplay = { again: [], replay: null };

async function nextOfReplay(
  tx: Tx,
  scope: OrganizationScope,
  { replay_after: after, replay_until: until }: EndpointRow,
) {
  if (after === null) return noReplay;
  const read = await eventsAfter(tx, scope, { position: Number(after), limit: mostAtOnce });
  const again = read.filter(({ position }) => position <= Number(until));
  const last = again.length === mostAtOnce ? again.at(-1)?.position : undefined;
  const replay = last === undefined ? { replay_after: null, replay_until: null } : { replay_after: last };
  return { again, replay };
}

const isWantedBy =
  ({ events }: EndpointRow) =>
  ({ type }: LiveEventRow) =>
    type !== 'presence.updated' && events.includes(type satisfies WebhookEventType);

function deliveryOf(
  { id }: EndpointRow,
  event: LiveEventRow,
  { cause, now }: { cause: 'event' | 'replay'; now: Date },
): NewDelivery {
  const { position, type, at, data } = event;
  const eventId = String(position);
  return newDelivery(id, {
    cause,
    now,
    event: { id: eventId, type: type as WebhookEventType, at: at.toISOString(), data },
  });
}

/** A delivery of type `webhook.test`, which a person waits for. */
export function newTest({ id, version }: EndpointRow, now: Date) {
  const at = now.toISOString();
  const event = { id: `test-${newId(now.getTime())}`, type: 'webhook.test' as const, at, data: { id, version } };
  return { ...newDelivery(id, { event, cause: 'test', now }), asked: true };
}

// Due at once. The payload is stored as it is signed and sent.
const newDelivery = (
  endpointId: string,
  { event, cause, now }: { event: WebhookEvent; cause: NewDelivery['cause']; now: Date },
) => ({
  id: newId(now.getTime()),
  endpoint_id: endpointId,
  event_id: event.id,
  payload: JSON.stringify(event),
  cause,
  state: 'pending' as const,
  next_attempt_at: now,
  created_at: now,
});
