import { randomUUID } from 'node:crypto';
import { BlobStoreUnavailable } from '../platform/blobs/blobs.ts';
import type { Desk } from '../platform/desk.ts';
import { errorCode, isDatabaseUnavailable, type Tx } from '../platform/database/database.ts';
import { signOfLifeMilliseconds } from '../platform/jobs/silence.ts';
import { countEvent } from '../platform/process/counters.ts';
import { afterCommit, inScope } from '../platform/database/transaction.ts';
import type { ChannelName, IncomingEvent } from './port/channel.logic.ts';
import { laneJobKey, laneReady, laterLaneJobKey } from './inbound/lanes.jobs.ts';
import { afterFailure, isPoisonEvent, type FailureKind } from './inbound/lanes.logic.ts';
import {
  claimLane,
  holdLane,
  knownEffects,
  listAbandonedLanes,
  listDueLanes,
  markDone,
  markFailed,
  markDeadLettered,
  releaseLane,
  rememberEffects,
  takeOldestOrRelease,
  type InboundRow,
  type LaneKey,
  type Released,
} from './inbound/lanes.store.ts';
import { translate } from './translate.actions.ts';
import { messageIn, TranslationFailed, whyIgnored, type Translated } from './inbound/translation.ts';

/** The stored delivery that an event came in. */
export interface InboundDelivery {
  id: string;
  organizationId: string;
  channel: ChannelName;
  receivedAt: Date;
  /**
   * Call it once, as the last statement of the transaction that writes the event's effect: the effect and the fact that
   * it has happened then commit together. It takes the lane's lock, so take the conversation's lock before it
   * (docs/promises.md R1). `reason` explains why the event has no visible effect; `decisionId` is the decision behind it.
   * Throws `LaneLost` when another worker has taken the lane over; let it pass, so that the transaction rolls back.
   */
  finish(tx: Tx, reason?: string | null, decisionId?: string | null): Promise<void>;
}

export interface DeadLetterNotice {
  organizationId: string;
  channel: ChannelName;
  /** The lane's key: the thread, if the event named one. */
  thread: string;
  inboundId: string;
  why: string;
}

export interface LaneWorker {
  /**
   * Handles one event. Called for the events of a lane one at a time, in the order in which they were acknowledged, never
   * for `ignored` events. Do network and model calls before the transaction that ends with `inbound.finish(tx)`. If it
   * returns without calling `finish`, the event is finished with no effect. If it throws, nothing of the event is
   * finished, the lane waits and the event comes again; so a repeat must be harmless up to `finish`.
   */
  handle(event: IncomingEvent, inbound: InboundDelivery): Promise<void>;
  /** Called for each event of a delivery whose effects have all happened before, in the transaction that finishes the delivery. */
  onCopy?(tx: Tx, event: IncomingEvent, of: Pick<InboundDelivery, 'organizationId' | 'channel'>): Promise<void>;
  /** The lane continues without an event that it could not process: leave a mark where people see it, in this transaction. */
  onDeadLetter(tx: Tx, notice: DeadLetterNotice): Promise<void>;
}

/** Another worker holds the lane now and handles everything that this worker has not committed. */
export class LaneLost extends Error {
  constructor() {
    super('The lane has been taken over.');
    this.name = 'LaneLost';
  }
}

const eventsPerTurn = 25;
// Short, so that a process that shuts down does not wait long for its lanes.
const turnMilliseconds = 5_000;

/**
 * Processes a lane: every waiting event of one conversation in order (docs/promises.md P5), each effectively once (P2).
 * Returns when the lane is empty, waits for a retry, is held by another worker, or has used up its turn; by then, a job
 * exists for the remaining work. Safe to call at any time and from any number of processes.
 */
export async function drainLane(desk: Desk, key: LaneKey, worker: LaneWorker): Promise<void> {
  const lease = randomUUID();
  const turn: ClaimedLane = {
    desk,
    key,
    lease,
    worker,
    left: eventsPerTurn - 1,
    end: performance.now() + turnMilliseconds,
  };
  const first = await inScope(desk.db, key, (tx) => claim(turn, tx));
  if (!first) return;
  const renewal = setInterval(() => renew(turn), signOfLifeMilliseconds);
  try {
    for (let row: InboundRow | null = first; row;) row = await processOne(turn, row);
  } catch (error) {
    if (!(error instanceof LaneLost)) throw error;
  } finally {
    clearInterval(renewal);
  }
}

/** Enqueues a job for every lane that has work and no worker. Run it on a timer: about every ten seconds, in one process or all. */
export const wakeLanes = async (desk: Desk): Promise<number> => enqueueLanes(desk, await listDueLanes(desk.db, 200));

/** Does the same for lanes whose worker died. Run it on a timer: every second or two, as nobody else serves their customers. */
export const wakeAbandonedLanes = async (desk: Desk): Promise<number> =>
  enqueueLanes(desk, await listAbandonedLanes(desk.db, 200));

async function enqueueLanes(desk: Desk, lanes: readonly LaneKey[]): Promise<number> {
  for (const key of lanes) {
    await inScope(desk.db, key, (tx) => desk.jobs.enqueue(tx, laneReady, key, { key: laneJobKey(key) }));
  }
  return lanes.length;
}

interface ClaimedLane {
  desk: Desk;
  key: LaneKey;
  lease: string;
  worker: LaneWorker;
  /** The limits of the turn: how many more events, and until when (milliseconds of `performance.now`). */
  left: number;
  end: number;
}

// A failed renewal does no harm: `finish` checks the lease itself.
function renew({ desk, key, lease }: ClaimedLane): void {
  inScope(desk.db, key, (tx) => holdLane(tx, key, lease)).catch((error: unknown) => {
    desk.log.warn({ channel: key.channel, code: errorCode(error) }, 'lane lease not renewed');
  });
}

/** Claims the lane and its first event. Returns null if there is no work or another worker holds the lane. */
async function claim(turn: ClaimedLane, tx: Tx): Promise<InboundRow | null> {
  const claimed = await claimLane(tx, turn.key, turn.lease);
  if (!claimed) return null;
  return claimed.oldest ?? takeNext(turn, tx);
}

/**
 * Runs in the transaction that ends the previous event. Returns the lane's next event, counted as an attempt; or releases
 * the lane, empty or at the end of the turn, and returns null. The caller must have locked the lane in an earlier
 * statement: if the lock waited for an arrival, only later statements see that arrival.
 */
async function nextOrRelease(turn: ClaimedLane, tx: Tx): Promise<InboundRow | null> {
  if (turn.left > 0 && performance.now() < turn.end) {
    turn.left -= 1;
    return takeNext(turn, tx);
  }
  await release(turn, tx, 0);
  return null;
}

async function takeNext(turn: ClaimedLane, tx: Tx): Promise<InboundRow | null> {
  const next = await takeOldestOrRelease(tx, turn.key, turn.lease);
  if ('oldest' in next) return next.oldest;
  await released(turn, tx, next.released, 0);
  return null;
}

/** Returns the next event; null if there is nothing more to do now. */
async function processOne(turn: ClaimedLane, row: InboundRow): Promise<InboundRow | null> {
  if (isPoisonEvent({ attempts: row.attempts - 1, failures: row.failures })) return deadLetter(turn, row, 'crashed');
  try {
    return await processDelivery(turn, row);
  } catch (error) {
    if (error instanceof LaneLost) throw error;
    return recover(turn, row, error);
  }
}

async function processDelivery(turn: ClaimedLane, row: InboundRow): Promise<InboundRow | null> {
  const { desk, key } = turn;
  const known = (effects: readonly string[]) => knownEffects(desk.db, key, effects);
  const translated = await translate(desk, key, row, known);
  const knownBefore = await known(translated.map((each) => each.effect).filter((effect) => effect !== null));
  const fresh = translated.filter((each) => each.effect === null || !knownBefore.has(each.effect));
  const ignoredOnes = fresh.filter((each) => each.event.kind === 'ignored');
  const effective = fresh.filter((each) => each.event.kind !== 'ignored');
  const message = messageIn(translated);
  let next: InboundRow | null = null;
  for (const [index, each] of effective.entries()) {
    const isLast = index === effective.length - 1;
    next = await handleOne(turn, row, {
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
    for (const { event } of copies) await turn.worker.onCopy?.(tx, event, of);
    return finish(turn, tx, row, { closing: ignoredOnes, isLast: true, message, reason: whyIgnored(ignoredOnes) });
  });
}

interface PendingEvent {
  event: IncomingEvent;
  /** The events that this step finishes. */
  closing: readonly Translated[];
  isLast: boolean;
  message: string | null;
}

/** Returns the lane's next event after the last step of this delivery; null after the other steps. */
async function handleOne(turn: ClaimedLane, row: InboundRow, step: PendingEvent): Promise<InboundRow | null> {
  const { desk, key, worker } = turn;
  let finished: { next: InboundRow | null } | null = null;
  await worker.handle(step.event, {
    id: String(row.id),
    organizationId: row.organization_id,
    channel: row.channel,
    receivedAt: row.received_at,
    finish: async (tx, reason = null, decisionId = null) => {
      finished = { next: await finish(turn, tx, row, { ...step, reason, decisionId }) };
    },
  });
  finished ??= { next: await inScope(desk.db, key, (tx) => finish(turn, tx, row, { ...step, reason: null })) };
  return (finished as { next: InboundRow | null }).next;
}

type EventEnding = Omit<PendingEvent, 'event'> & { reason: string | null; decisionId?: string | null };

async function finish(
  turn: ClaimedLane,
  tx: Tx,
  row: InboundRow,
  { closing, isLast, message, reason, decisionId = null }: EventEnding,
): Promise<InboundRow | null> {
  const { key, lease } = turn;
  const effects = [...new Set(closing.map((each) => each.effect).filter((effect) => effect !== null))];
  if (!isLast) {
    await rememberEffects(tx, key, row.id, effects);
    if (!(await holdLane(tx, key, lease))) throw new LaneLost();
    return null;
  }
  if (!(await markDone(tx, key, lease, { id: row.id, reason, decisionId, message, effects }))) throw new LaneLost();
  afterCommit(tx, () => countEvent(key.channel, 'done'));
  return nextOrRelease(turn, tx);
}

/** Returns the next event if the lane continues without this one; null if the lane waits for a retry. */
async function recover(turn: ClaimedLane, row: InboundRow, error: unknown): Promise<InboundRow | null> {
  const { desk, key } = turn;
  const { kind, code, afterMs } = reasonOf(error);
  const verdict = afterFailure(kind, row.failures + 1);
  countEvent(key.channel, verdict.kind);
  desk.log.warn({ channel: key.channel, event: row.id, code, verdict: verdict.kind }, 'event failed');
  if (verdict.kind === 'park') return deadLetter(turn, row, code);
  await inScope(desk.db, key, async (tx) => {
    await markFailed(tx, key, row.id, code);
    await release(turn, tx, afterMs === null ? verdict.afterMs : Math.max(shortestWait, afterMs));
  });
  return null;
}

/** The shortest wait, even if the vendor allows an immediate retry. */
const shortestWait = 1_000;

function reasonOf(error: unknown): { kind: FailureKind; code: string; afterMs: number | null } {
  // Attached files cannot be stored now: treat it like an unreachable vendor.
  if (error instanceof BlobStoreUnavailable) return { kind: 'transient', code: error.code, afterMs: null };
  if (!(error instanceof TranslationFailed))
    return { kind: isDatabaseUnavailable(error) ? 'store' : 'unexpected', code: errorCode(error), afterMs: null };
  const { code, afterMs } = error;
  return { kind: error.kind === 'needs_reauth' ? 'permanent' : error.kind, code, afterMs };
}

async function deadLetter(turn: ClaimedLane, row: InboundRow, why: string): Promise<InboundRow | null> {
  const { desk, key, lease, worker } = turn;
  return inScope(desk.db, key, async (tx) => {
    const { organization_id: organizationId, channel, lane_key: thread } = row;
    await worker.onDeadLetter(tx, { organizationId, channel, thread, inboundId: String(row.id), why });
    await markDeadLettered(tx, key, row.id, why);
    if (!(await holdLane(tx, key, lease))) throw new LaneLost();
    return nextOrRelease(turn, tx);
  });
}

/** Releases the lane, and enqueues a job if events wait in it. Throws `LaneLost`. */
async function release(turn: ClaimedLane, tx: Tx, afterMs: number): Promise<void> {
  await released(turn, tx, await releaseLane(tx, turn.key, turn.lease, afterMs), afterMs);
}

type Lane = Released | undefined;
async function released({ desk, key }: ClaimedLane, tx: Tx, lane: Lane, afterMs: number): Promise<void> {
  if (!lane) throw new LaneLost();
  if (!lane.pending) return;
  const when =
    afterMs > 0 ? { key: laterLaneJobKey(key), startAfter: new Date(Date.now() + afterMs) } : { key: laneJobKey(key) };
  await desk.jobs.enqueue(tx, laneReady, key, when);
}
