import { randomUUID } from 'node:crypto';
import { BlobStoreUnavailable } from '../platform/blobs/blobs.ts';
import type { Desk } from '../platform/desk.ts';
import { errorCode, isDatabaseUnavailable, type Tx } from '../platform/database/database.ts';
import { countEvent } from '../platform/process/counters.ts';
import { inScope } from '../platform/database/transaction.ts';
import type { ChannelName, IncomingEvent } from './port/channel.logic.ts';
import { laneJobKey, laneReady, laterLaneJobKey } from './inbound/lanes.jobs.ts';
import { afterFailure, isPoisonEvent, type FailureKind } from './inbound/lanes.logic.ts';
import {
  claimLane,
  holdLane,
  knownEffects,
  leaseSeconds,
  listDueLanes,
  markDone,
  markFailed,
  markDeadLettered,
  releaseLane,
  rememberEffects,
  takeOldest,
  type InboundRow,
  type LaneKey,
} from './inbound/lanes.store.ts';
import { translate } from './translate.actions.ts';
import { TranslationFailed, type Translated } from './inbound/translation.ts';

/** The stored delivery that an event came in. */
export interface Inbound {
  id: string;
  organizationId: string;
  channel: ChannelName;
  receivedAt: Date;
  /**
   * Call it once, as the last statement of the transaction that writes the event's effect: the effect and the fact that
   * it has happened then commit together. It takes the lane's lock, so take the conversation's lock before it
   * (docs/promises.md R1). `reason` says why the event has no effect that people see. Throws `LaneLost` when another worker
   * has taken the lane over; let it pass, so that the transaction rolls back.
   */
  finish(tx: Tx, reason?: string): Promise<void>;
}

export interface DeadLetter {
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
  handle(event: IncomingEvent, inbound: Inbound): Promise<void>;
  /** An event could not be worked off and the lane goes on without it: put a mark where people see it, in this transaction. */
  onDeadLetter(tx: Tx, parked: DeadLetter): Promise<void>;
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
  const claimed = await inScope(desk.db, key, (tx) => claimLane(tx, key, lease));
  if (!claimed) return;
  const turn = { desk, key, lease, worker };
  const renewal = setInterval(() => renew(turn), (leaseSeconds * 1_000) / 3);
  try {
    const end = performance.now() + turnMilliseconds;
    for (let count = 0; count < eventsPerTurn && performance.now() < end; count++) {
      if (!(await workOffOne(turn))) return;
    }
    await letGo(turn, 0);
  } catch (error) {
    if (!(error instanceof LaneLost)) throw error;
  } finally {
    clearInterval(renewal);
  }
}

/** Gives a job to every lane that has work and nobody at it. For a timer: about every ten seconds, in one process or all. */
export async function wakeLanes(desk: Desk): Promise<number> {
  const due = await listDueLanes(desk.db, 200);
  for (const key of due) {
    await inScope(desk.db, key, (tx) => desk.jobs.enqueue(tx, laneReady, key, { key: laneJobKey(key) }));
  }
  return due.length;
}

interface ClaimedLane {
  desk: Desk;
  key: LaneKey;
  lease: string;
  worker: LaneWorker;
}

// A renewal that fails is no disaster: `finish` checks the lease itself.
function renew({ desk, key, lease }: ClaimedLane): void {
  inScope(desk.db, key, (tx) => holdLane(tx, key, lease)).catch((error: unknown) => {
    desk.log.warn({ channel: key.channel, code: errorCode(error) }, 'lane lease not renewed');
  });
}

/** False when there is nothing more to do now. */
async function workOffOne(turn: ClaimedLane): Promise<boolean> {
  const { desk, key, lease } = turn;
  const row = await inScope(desk.db, key, async (tx) => {
    if (!(await holdLane(tx, key, lease))) throw new LaneLost();
    const oldest = await takeOldest(tx, key);
    if (!oldest) await releaseLane(tx, key, lease, 0);
    return oldest;
  });
  if (!row) return false;
  if (isPoisonEvent({ attempts: row.attempts - 1, failures: row.failures })) {
    await deadLetter(turn, row, 'crashed');
    return true;
  }
  try {
    await carryOut(turn, row);
    return true;
  } catch (error) {
    if (error instanceof LaneLost) throw error;
    return recover(turn, row, error);
  }
}

async function carryOut(turn: ClaimedLane, row: InboundRow): Promise<void> {
  const { desk, key } = turn;
  const known = (effects: readonly string[]) => inScope(desk.db, key, (tx) => knownEffects(tx, key, effects));
  const translated = await translate(desk, key, row, known);
  const had = await known(translated.map((each) => each.effect).filter((effect) => effect !== null));
  const news = translated.filter((each) => each.effect === null || !had.has(each.effect));
  const silent = news.filter((each) => each.event.kind === 'ignored');
  const spoken = news.filter((each) => each.event.kind !== 'ignored');
  for (const [index, each] of spoken.entries()) {
    const isLast = index === spoken.length - 1;
    await handleOne(turn, row, { event: each.event, closing: isLast ? [each, ...silent] : [each], isLast });
  }
  if (spoken.length === 0)
    await inScope(desk.db, key, (tx) =>
      finish(turn, tx, row, { closing: silent, isLast: true, reason: whyOf(silent) }),
    );
}

// What was known already has no reason of its own: it had its effect when it came first.
const whyOf = ([first]: readonly Translated[]): string | null =>
  first?.event.kind === 'ignored' ? `ignored: ${first.event.why}` : null;

interface PendingEvent {
  event: IncomingEvent;
  /** What has happened once this step is finished. */
  closing: readonly Translated[];
  isLast: boolean;
}

async function handleOne(turn: ClaimedLane, row: InboundRow, step: PendingEvent): Promise<void> {
  const { desk, key, worker } = turn;
  let finished = false;
  await worker.handle(step.event, {
    id: String(row.id),
    organizationId: row.organization_id,
    channel: row.channel,
    receivedAt: row.received_at,
    finish: async (tx, reason) => {
      await finish(turn, tx, row, { ...step, reason: reason ?? null });
      finished = true;
    },
  });
  if (!finished) await inScope(desk.db, key, (tx) => finish(turn, tx, row, { ...step, reason: null }));
}

async function finish(
  { key, lease }: ClaimedLane,
  tx: Tx,
  row: InboundRow,
  { closing, isLast, reason }: Pick<PendingEvent, 'closing' | 'isLast'> & { reason: string | null },
): Promise<void> {
  if (!(await holdLane(tx, key, lease))) throw new LaneLost();
  const effects = closing.map((each) => each.effect).filter((effect) => effect !== null);
  await rememberEffects(tx, key, row.id, [...new Set(effects)]);
  if (!isLast) return;
  await markDone(tx, key, row.id, reason);
  countEvent(key.channel, 'done');
}

/** True when the lane goes on with its next event. */
async function recover(turn: ClaimedLane, row: InboundRow, error: unknown): Promise<boolean> {
  const { desk, key } = turn;
  const { kind, code, afterMs } = reasonOf(error);
  const verdict = afterFailure(kind, row.failures + 1);
  countEvent(key.channel, verdict.kind);
  desk.log.warn({ channel: key.channel, event: row.id, code, verdict: verdict.kind }, 'event failed');
  if (verdict.kind === 'park') {
    await deadLetter(turn, row, code);
    return true;
  }
  await inScope(desk.db, key, (tx) => markFailed(tx, key, row.id, code));
  await letGo(turn, afterMs === null ? verdict.afterMs : Math.max(leastWait, afterMs));
  return false;
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

async function deadLetter({ desk, key, lease, worker }: ClaimedLane, row: InboundRow, why: string): Promise<void> {
  await inScope(desk.db, key, async (tx) => {
    const { organization_id: organizationId, channel, lane_key: thread } = row;
    await worker.onDeadLetter(tx, { organizationId, channel, thread, inboundId: String(row.id), why });
    if (!(await holdLane(tx, key, lease))) throw new LaneLost();
    await markDeadLettered(tx, key, row.id, why);
  });
}

async function letGo({ desk, key, lease }: ClaimedLane, afterMs: number): Promise<void> {
  await inScope(desk.db, key, async (tx) => {
    const pending = await releaseLane(tx, key, lease, afterMs);
    if (!pending) return;
    const when =
      afterMs > 0
        ? { key: laterLaneJobKey(key), startAfter: new Date(Date.now() + afterMs) }
        : { key: laneJobKey(key) };
    await desk.jobs.enqueue(tx, laneReady, key, when);
  });
}
