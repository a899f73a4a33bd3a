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
   * (docs/promises.md R1). `reason` says why the event has no effect that people see, `decisionId` which decision says so.
   * Throws `LaneLost` when another worker has taken the lane over; let it pass, so that the transaction rolls back.
   */
  finish(tx: Tx, reason?: string | null, decisionId?: string | null): Promise<void>;
}

export interface DeadLetterNotice {
  organizationId: string;
  channel: ChannelName;
  /** The lane's key, which is the thread wherever the event named one. */
  thread: string;
  inboundId: string;
  why: string;
}

export interface LaneWorker {
  /**
   * Carries out one event. Called for the events of a lane one at a time, in the order in which they were acknowledged,
   * never for `ignored`. Network and thinking belong before the transaction that ends with `inbound.finish(tx)`. When it
   * returns without having called `finish`, the event is finished with no effect. When it throws, nothing of it is
   * finished, the lane waits and the event comes again; so a repeat must be harmless up to `finish`.
   */
  handle(event: IncomingEvent, inbound: InboundDelivery): Promise<void>;
  /** All that a delivery says has happened already; this event is one of it. In the transaction that finishes it. */
  onCopy?(tx: Tx, event: IncomingEvent, of: Pick<InboundDelivery, 'organizationId' | 'channel'>): Promise<void>;
  /** An event could not be worked off and the lane goes on without it: put a mark where people see it, in this transaction. */
  onDeadLetter(tx: Tx, notice: DeadLetterNotice): Promise<void>;
}

/** Another worker holds the lane now; what this one has not committed is the other's to do. */
export class LaneLost extends Error {
  constructor() {
    super('The lane has been taken over.');
    this.name = 'LaneLost';
  }
}

const eventsPerTurn = 25;
// Short enough that a process which is asked to stop need not wait long for its lanes.
const turnMilliseconds = 5_000;

/**
 * Works off a lane: every waiting event of one conversation in order (docs/promises.md P5), each effectively once (P2).
 * Returns when the lane is empty, waits for a retry, is somebody else's, or has had its share; whatever is left to do
 * has a job of its own by then. Safe to call at any time and from any number of processes.
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
    for (let row: InboundRow | null = first; row;) row = await workOffOne(turn, row);
  } catch (error) {
    if (!(error instanceof LaneLost)) throw error;
  } finally {
    clearInterval(renewal);
  }
}

/** Gives a job to every lane that has work and nobody at it. For a timer: about every ten seconds, in one process or all. */
export const wakeLanes = async (desk: Desk): Promise<number> => promiseLanes(desk, await listDueLanes(desk.db, 200));

/** The same for lanes whose holder died. For a timer: every second or two, as their customers wait for nobody. */
export const wakeAbandonedLanes = async (desk: Desk): Promise<number> =>
  promiseLanes(desk, await listAbandonedLanes(desk.db, 200));

async function promiseLanes(desk: Desk, lanes: readonly LaneKey[]): Promise<number> {
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
  /** Its share: how many more events, and until when (milliseconds of `performance.now`). */
  left: number;
  end: number;
}

// A renewal that fails is no disaster: `finish` checks the lease itself.
function renew({ desk, key, lease }: ClaimedLane): void {
  inScope(desk.db, key, (tx) => holdLane(tx, key, lease)).catch((error: unknown) => {
    desk.log.warn({ channel: key.channel, code: errorCode(error) }, 'lane lease not renewed');
  });
}

/** Takes the lane and its first event, where there is work and nobody at it. */
async function claim(turn: ClaimedLane, tx: Tx): Promise<InboundRow | null> {
  const claimed = await claimLane(tx, turn.key, turn.lease);
  if (!claimed) return null;
  return claimed.oldest ?? takeNext(turn, tx);
}

/**
 * In the transaction that ends the event before: the next one of the lane, counted as an attempt; or the lane is given
 * back, empty or after its share, and null. The caller has locked the lane in a statement before: an arrival that it
 * waited for is seen by the statements after it, and by them only.
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

/** Returns the next event; null when there is nothing more to do now. */
async function workOffOne(turn: ClaimedLane, row: InboundRow): Promise<InboundRow | null> {
  if (isPoisonEvent({ attempts: row.attempts - 1, failures: row.failures })) return deadLetter(turn, row, 'crashed');
  try {
    return await carryOut(turn, row);
  } catch (error) {
    if (error instanceof LaneLost) throw error;
    return recover(turn, row, error);
  }
}

async function carryOut(turn: ClaimedLane, row: InboundRow): Promise<InboundRow | null> {
  const { desk, key } = turn;
  const known = (effects: readonly string[]) => knownEffects(desk.db, key, effects);
  const translated = await translate(desk, key, row, known);
  const had = await known(translated.map((each) => each.effect).filter((effect) => effect !== null));
  const news = translated.filter((each) => each.effect === null || !had.has(each.effect));
  const silent = news.filter((each) => each.event.kind === 'ignored');
  const spoken = news.filter((each) => each.event.kind !== 'ignored');
  const message = messageIn(translated);
  let next: InboundRow | null = null;
  for (const [index, each] of spoken.entries()) {
    const isLast = index === spoken.length - 1;
    next = await handleOne(turn, row, {
      event: each.event,
      closing: isLast ? [each, ...silent] : [each],
      isLast,
      message,
    });
  }
  if (spoken.length > 0) return next;
  const copies = translated.filter((each) => !news.includes(each));
  return inScope(desk.db, key, async (tx) => {
    const of = { organizationId: row.organization_id, channel: row.channel };
    for (const { event } of copies) await turn.worker.onCopy?.(tx, event, of);
    return finish(turn, tx, row, { closing: silent, isLast: true, message, reason: whyIgnored(silent) });
  });
}

interface PendingEvent {
  event: IncomingEvent;
  /** What has happened once this step is finished. */
  closing: readonly Translated[];
  isLast: boolean;
  message: string | null;
}

/** The next event after the last of this one; else null. */
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

/** The next event when the lane goes on with it. */
async function recover(turn: ClaimedLane, row: InboundRow, error: unknown): Promise<InboundRow | null> {
  const { desk, key } = turn;
  const { kind, code, afterMs } = reasonOf(error);
  const verdict = afterFailure(kind, row.failures + 1);
  countEvent(key.channel, verdict.kind);
  desk.log.warn({ channel: key.channel, event: row.id, code, verdict: verdict.kind }, 'event failed');
  if (verdict.kind === 'park') return deadLetter(turn, row, code);
  await inScope(desk.db, key, async (tx) => {
    await markFailed(tx, key, row.id, code);
    await release(turn, tx, afterMs === null ? verdict.afterMs : Math.max(leastWait, afterMs));
  });
  return null;
}

/** A vendor that says "now" is given this long. */
const leastWait = 1_000;

function reasonOf(error: unknown): { kind: FailureKind; code: string; afterMs: number | null } {
  // Files that came along have nowhere to go yet, as when a vendor is away.
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

/** Gives the lane back; what has come or waits in it gets a job. Throws `LaneLost`. */
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
