import { randomUUID } from 'node:crypto';
import type { Desk } from '../../platform/desk.ts';
import type { Tx } from '../../platform/database/database.ts';
import { inScope } from '../../platform/database/transaction.ts';
import { laneJobKey, laneReady, laterLaneJobKey } from './lanes.jobs.ts';
import {
  claimLane,
  releaseLane,
  renewLease,
  takeNextOrRelease,
  type DoneEvent,
  type InboundRow,
  type LaneKey,
  type Released,
} from './lanes.store.ts';

/** A lane and our hold of it: while the lease is ours, nobody else finishes an event of the lane. */
export interface HeldLane {
  desk: Desk;
  key: LaneKey;
  lease: string;
  /** The limits of the hold: how many more events, and until when (milliseconds of `performance.now`). */
  left: number;
  end: number;
}

/** Another worker holds the lane now and handles everything that this worker has not committed. */
export class LaneLost extends Error {
  constructor() {
    super('The lane has been taken over.');
    this.name = 'LaneLost';
  }
}

const eventsPerHold = 25;
// Short, so that a process that shuts down does not wait long for its lanes.
const holdMilliseconds = 5_000;

/** A hold that begins with `claim`. */
export const newHold = (desk: Desk, key: LaneKey): HeldLane => ({
  desk,
  key,
  lease: randomUUID(),
  left: eventsPerHold - 1,
  end: performance.now() + holdMilliseconds,
});

/** Claims the lane and its first event. Returns null if there is no work or another worker holds the lane. */
export async function claim(lane: HeldLane): Promise<InboundRow | null> {
  const { desk, key, lease } = lane;
  const first = await claimLane(desk.db, key, lease);
  if (first !== 'empty') return first;
  return inScope(desk.db, key, async (tx) =>
    (await renewLease(tx, key, lease)) ? finishAndTakeNext(lane, tx, null) : null,
  );
}

/** Extends the hold; false if another worker has it. The end of each event checks the lease itself. */
export const renew = ({ desk, key, lease }: HeldLane): Promise<boolean> =>
  inScope(desk.db, key, (tx) => renewLease(tx, key, lease));

/** Locks the lane and extends the hold, in the transaction of what depends on it. Throws `LaneLost`. */
export async function requireLease({ key, lease }: HeldLane, tx: Tx): Promise<void> {
  if (!(await renewLease(tx, key, lease))) throw new LaneLost();
}

/**
 * Ends the event that is done, if any, in the transaction of its effect. Returns the lane's next event, counted as an attempt; or
 * releases the lane, empty or at the end of the hold, and returns null. Throws `LaneLost`.
 */
export async function finishAndTakeNext(lane: HeldLane, tx: Tx, done: DoneEvent | null): Promise<InboundRow | null> {
  const takes = lane.left > 0 && performance.now() < lane.end;
  const on = await takeNextOrRelease(tx, lane.key, lane.lease, { takes, done });
  if (on && 'next' in on) {
    lane.left -= 1;
    return on.next;
  }
  await wakeIfPending(lane, tx, on?.released, 0);
  return null;
}

/** Releases the lane, and enqueues a job if events wait in it. Throws `LaneLost`. */
export async function release(lane: HeldLane, tx: Tx, afterMilliseconds: number): Promise<void> {
  await wakeIfPending(lane, tx, await releaseLane(tx, lane.key, lane.lease, afterMilliseconds), afterMilliseconds);
}

async function wakeIfPending(
  { desk, key }: HeldLane,
  tx: Tx,
  released: Released | undefined,
  afterMilliseconds: number,
): Promise<void> {
  if (!released) throw new LaneLost();
  if (!released.pending) return;
  const when =
    afterMilliseconds > 0
      ? { key: laterLaneJobKey(key), startAfter: { milliseconds: afterMilliseconds } }
      : { key: laneJobKey(key) };
  await desk.jobs.enqueue(tx, laneReady, key, when);
}
