import type { Channel } from '@desk/contract/conversations';
import { BlobStoreUnavailable } from '../platform/blobs/blobs.ts';
import type { Desk } from '../platform/desk.ts';
import { errorCode, isDatabaseUnavailable, type Tx } from '../platform/database/database.ts';
import { keepRenewing } from '../platform/jobs/silence.ts';
import { countEvent } from '../platform/process/counters.ts';
import { afterCommit, inScope } from '../platform/database/transaction.ts';
import type { HandledEvent, IncomingEvent } from './port/channel.logic.ts';
import {
  claim,
  finishAndTakeNext,
  LaneLost,
  newHold,
  release,
  renew,
  requireLease,
  type HeldLane,
} from './inbound/held-lane.actions.ts';
import { laneJobKey, laneReady } from './inbound/lanes.jobs.ts';
import { afterFailure, isPoisonEvent, type FailureKind } from './inbound/lanes.logic.ts';
import {
  knownEffects,
  listAbandonedLanes,
  listDueLanes,
  markFailed,
  markDeadLettered,
  rememberEffects,
  type InboundEnding,
  type InboundRow,
  type LaneKey,
} from './inbound/lanes.store.ts';
import { translate } from './translate.actions.ts';
import { messageIn, TranslationFailed, whyIgnored, type Translated } from './inbound/translation.ts';

/** The stored delivery that an event came in. */
export interface InboundDelivery {
  id: string;
  organizationId: string;
  channel: Channel;
  receivedAt: Date;
  /**
   * Call it once, as the last statement of the transaction that writes the event's effect: the effect and the fact that
   * it has happened then commit together. It takes the lane's lock, so take the conversation's lock before it
   * (docs/promises.md R1).
   * Throws `LaneLost` when another worker has taken the lane over; let it pass, so that the transaction rolls back.
   */
  finish(tx: Tx, ending?: Partial<InboundEnding>): Promise<void>;
}

export interface DeadLetterNotice {
  organizationId: string;
  channel: Channel;
  /** The lane's key: the thread, if the event named one. */
  thread: string;
  inboundId: string;
  why: string;
}

export interface LaneWorker {
  /**
   * Handles one event. Called for the events of a lane one at a time, in the order in which they were acknowledged. Do
   * network and model calls before the transaction that ends with `inbound.finish(tx)`. If it returns without calling
   * `finish`, the event is finished with no effect. If it throws, nothing of the event is finished, the lane waits and the
   * event comes again; so a repeat must be harmless up to `finish`.
   */
  handle(event: HandledEvent, inbound: InboundDelivery): Promise<void>;
  /** Called for each event of a delivery whose effects have all happened before, in the transaction that finishes the delivery. */
  onCopy?(tx: Tx, event: IncomingEvent, of: Pick<InboundDelivery, 'organizationId' | 'channel'>): Promise<void>;
  /** The lane continues without an event that it could not process: leave a mark where people see it, in this transaction. */
  onDeadLetter(tx: Tx, notice: DeadLetterNotice): Promise<void>;
}

type DrainedLane = HeldLane & { worker: LaneWorker };

/**
 * Processes a lane: every waiting event of one conversation in order (docs/promises.md P5), each effectively once (P2).
 * Returns when the lane is empty, waits for a retry, is held by another worker, or has used up its hold; by then, a job
 * exists for the remaining work. Safe to call at any time and from any number of processes.
 */
export async function drainLane(desk: Desk, key: LaneKey, worker: LaneWorker): Promise<void> {
  const lane: DrainedLane = { ...newHold(desk, key), worker };
  const first = await claim(lane);
  if (!first) return;
  const endRenewal = keepRenewing(() => renew(lane));
  try {
    for (let row: InboundRow | null = first; row;) row = await processOne(lane, row);
  } catch (error) {
    if (!(error instanceof LaneLost)) throw error;
  } finally {
    endRenewal();
  }
}

/** Enqueues a job for every lane that has work and no worker. Run it on a timer: about every ten seconds, in one process or all. */
export const wakeLanes = async (desk: Desk): Promise<number> => enqueueLanes(desk, await listDueLanes(desk.db, 200));

/** Does the same for lanes whose worker died. Run it on a timer: every second or two, as nobody else serves their customers. */
export const wakeAbandonedLanes = async (desk: Desk): Promise<number> =>
  enqueueLanes(desk, await listAbandonedLanes(desk.db, 200));

async function enqueueLanes(desk: Desk, lanes: readonly LaneKey[]): Promise<number> {
  for (const key of lanes)
    await inScope(desk.db, key, (tx) => desk.jobs.enqueue(tx, laneReady, key, { key: laneJobKey(key) }));
  return lanes.length;
}

/** Returns the next event; null if there is nothing more to do now. */
async function processOne(lane: DrainedLane, row: InboundRow): Promise<InboundRow | null> {
  if (isPoisonEvent({ attempts: row.attempts - 1, failures: row.failures })) return deadLetter(lane, row, 'crashed');
  try {
    return await processDelivery(lane, row);
  } catch (error) {
    if (error instanceof LaneLost) throw error;
    return recover(lane, row, error);
  }
}

async function processDelivery(lane: DrainedLane, row: InboundRow): Promise<InboundRow | null> {
  const { desk, key } = lane;
  const known = (effects: readonly string[]) => knownEffects(desk.db, key, effects);
  const translated = await translate(desk, key, row, known);
  const knownBefore = await known(translated.map((each) => each.effect).filter((effect) => effect !== null));
  const fresh = translated.filter((each) => each.effect === null || !knownBefore.has(each.effect));
  const ignoredOnes = fresh.filter((each) => each.event.kind === 'ignored');
  const effective = fresh.filter(isHandled);
  const message = messageIn(translated);
  let next: InboundRow | null = null;
  for (const [index, each] of effective.entries()) {
    const isLast = index === effective.length - 1;
    next = await handleOne(lane, row, {
      event: each.event,
      closing: isLast ? [each, ...ignoredOnes] : [each],
      isLast,
      message,
    });
  }
  if (effective.length > 0) return next;
  const copies = translated.filter((each) => !fresh.includes(each));
  return inScope(desk.db, key, async (tx) => {
    const of = { organizationId: row.organization_id, channel: row.channel };
    for (const { event } of copies) await lane.worker.onCopy?.(tx, event, of);
    return finish(lane, tx, row, { closing: ignoredOnes, isLast: true, message, reason: whyIgnored(ignoredOnes) });
  });
}

const isHandled = (each: Translated): each is Translated & { event: HandledEvent } => each.event.kind !== 'ignored';

interface PendingEvent {
  event: HandledEvent;
  /** The events that this step finishes. */
  closing: readonly Translated[];
  isLast: boolean;
  message: string | null;
}

/** Returns the lane's next event after the last step of this delivery; null after the other steps. */
async function handleOne(lane: DrainedLane, row: InboundRow, step: PendingEvent): Promise<InboundRow | null> {
  const { desk, key, worker } = lane;
  const ended: { next?: InboundRow | null } = {};
  await worker.handle(step.event, {
    id: String(row.id),
    organizationId: row.organization_id,
    channel: row.channel,
    receivedAt: row.received_at,
    finish: async (tx, ending) => {
      ended.next = await finish(lane, tx, row, { ...step, ...ending });
    },
  });
  if (ended.next !== undefined) return ended.next;
  return inScope(desk.db, key, (tx) => finish(lane, tx, row, step));
}

type EventEnding = Omit<PendingEvent, 'event'> & Partial<InboundEnding>;

async function finish(
  lane: DrainedLane,
  tx: Tx,
  row: InboundRow,
  { closing, isLast, message, reason = null, decisionId = null, conversationId = null }: EventEnding,
): Promise<InboundRow | null> {
  const { key } = lane;
  const effects = [...new Set(closing.map((each) => each.effect).filter((effect) => effect !== null))];
  if (!isLast) {
    await rememberEffects(tx, key, row.id, effects);
    await requireLease(lane, tx);
    return null;
  }
  const next = await finishAndTakeNext(lane, tx, { id: row.id, reason, decisionId, conversationId, message, effects });
  afterCommit(tx, () => countEvent(key.channel, 'done'));
  return next;
}

/** Returns the next event if the lane continues without this one; null if the lane waits for a retry. */
async function recover(lane: DrainedLane, row: InboundRow, error: unknown): Promise<InboundRow | null> {
  const { desk, key } = lane;
  const { kind, code, afterMilliseconds } = reasonOf(error);
  const verdict = afterFailure(kind, row.failures + 1);
  countEvent(key.channel, verdict.kind);
  desk.log.warn({ channel: key.channel, event: row.id, code, verdict: verdict.kind }, 'event failed');
  if (verdict.kind === 'park') return deadLetter(lane, row, code);
  await inScope(desk.db, key, async (tx) => {
    await markFailed(tx, key, row.id, code);
    await release(
      lane,
      tx,
      afterMilliseconds === null ? verdict.afterMilliseconds : Math.max(shortestWaitMilliseconds, afterMilliseconds),
    );
  });
  return null;
}

/** The shortest wait, even if the vendor allows an immediate retry. */
const shortestWaitMilliseconds = 1_000;

function reasonOf(error: unknown): { kind: FailureKind; code: string; afterMilliseconds: number | null } {
  // Attached files cannot be stored now: treat it like an unreachable vendor.
  if (error instanceof BlobStoreUnavailable) return { kind: 'transient', code: error.code, afterMilliseconds: null };
  if (!(error instanceof TranslationFailed))
    return {
      kind: isDatabaseUnavailable(error) ? 'store' : 'unexpected',
      code: errorCode(error),
      afterMilliseconds: null,
    };
  const { code, afterMilliseconds } = error;
  return { kind: error.kind === 'needs_reauth' ? 'permanent' : error.kind, code, afterMilliseconds };
}

async function deadLetter(lane: DrainedLane, row: InboundRow, why: string): Promise<InboundRow | null> {
  const { desk, key, worker } = lane;
  return inScope(desk.db, key, async (tx) => {
    const { organization_id: organizationId, channel, lane_key: thread } = row;
    await worker.onDeadLetter(tx, { organizationId, channel, thread, inboundId: String(row.id), why });
    await markDeadLettered(tx, key, row.id, why);
    return finishAndTakeNext(lane, tx, null);
  });
}
