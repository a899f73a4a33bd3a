import type { Channel } from '@desk/contract/conversations';
import type { Desk } from '../../platform/desk.ts';
import { isDatabaseUnavailable, type Tx } from '../../platform/database/database.ts';
import { sha256 } from '../../platform/secrets/signatures.ts';
import { inScope } from '../../platform/database/transaction.ts';
import { inBatches } from '../../platform/process/batches.ts';
import { newId } from '../../platform/process/ids.ts';
import { laneJobKey, laneReady } from './lanes.jobs.ts';
import type { InboundFacts } from '../port/channels.tables.ts';
import { acceptEvents, keepEvent, type IngestOutcome, type NewEvent, type NewEventWithJob } from './ingest.store.ts';
import { longestKey } from './lanes.logic.ts';
import { keepRawFile } from './raw-files.actions.ts';

/** An authentic delivery, ready to be stored. */
export interface AuthenticDelivery {
  organizationId: string;
  channel: Channel;
  eventId: string;
  /** The vendor's conversation; null if the delivery names none: it then gets a lane of its own. */
  thread: string | null;
  raw: Buffer;
  headers: Record<string, string>;
  facts: InboundFacts;
}

type Accept = (given: NewEventWithJob) => Promise<IngestOutcome>;
const acceptors = new WeakMap<Desk['db'], Accept>();

// Under load, most of an event's cost is its own round trip and commit, so events that arrive meanwhile share the next batch.
function acceptorOf({ db }: Pick<Desk, 'db'>): Accept {
  const known = acceptors.get(db);
  if (known) return known;
  const made = inBatches<NewEventWithJob, IngestOutcome>((given) => acceptEvents(db, laneReady.name, given), {
    atOnce: 2,
    most: { items: 64, size: 1024 * 1024 },
    sizeOf: ({ event }) => event.raw.length,
    triesAlone: (error) => !isDatabaseUnavailable(error),
  });
  acceptors.set(db, made);
  return made;
}

/**
 * Stores a delivery and wakes its lane in one call of the database, whose commit is our acknowledgement (docs/promises.md
 * P1). Returns `duplicate` also for a vendor's retry under another signature: the same body with the same
 * `facts.invocation`.
 */
export async function accept(desk: Desk, delivery: AuthenticDelivery): Promise<IngestOutcome> {
  const event = eventOf(delivery);
  const key = { organizationId: event.organizationId, channel: event.channel, lane: event.lane };
  const outcome = await acceptorOf(desk)({ event, job: { id: newId(), key: laneJobKey(key) } });
  if (outcome === 'new') desk.jobs.wake(laneReady, key);
  return outcome;
}

/**
 * Stores a delivery and wakes its lane, in one commit that is our acknowledgement (docs/promises.md P1). `duplicate`: it
 * was stored before; `conflict`: another body is stored under this id, and stays. `alongside` writes in the same
 * transaction.
 */
export async function ingest(
  desk: Desk,
  delivery: AuthenticDelivery,
  alongside: (tx: Tx) => Promise<void> = async () => {},
): Promise<IngestOutcome> {
  const event = eventOf(delivery);
  const rawKey = await keepRawFile(desk, delivery, event.raw);
  const outcome = await inScope(desk.db, delivery, async (tx) => {
    const kept = await keepEvent(tx, event, rawKey);
    if (kept !== 'new') return kept;
    await alongside(tx);
    const key = { organizationId: event.organizationId, channel: event.channel, lane: event.lane };
    await desk.jobs.enqueue(tx, laneReady, key, { key: laneJobKey(key) });
    return kept;
  });
  if (rawKey !== null && outcome !== 'new') await desk.blobs.remove(rawKey);
  return outcome;
}

function eventOf({ organizationId, channel, eventId: id, thread, raw, headers, facts }: AuthenticDelivery): NewEvent {
  const eventId = bounded(id);
  return { organizationId, channel, eventId, lane: bounded(thread ?? eventId), raw, headers, facts };
}

const bounded = (key: string) => (key.length <= longestKey ? key : `sha256:${sha256(key).toString('hex')}`);
