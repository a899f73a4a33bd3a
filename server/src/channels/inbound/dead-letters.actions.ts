import type { Channel } from '@desk/contract/conversations';
import type { Desk } from '../../platform/desk.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import { laneJobKey, laneReady } from './lanes.jobs.ts';
import type { LaneKey } from './lanes.store.ts';
import { deadLettersWithCodes, readyLane, requeue, type DeadLetterRow } from './dead-letters.store.ts';
import { codesWithoutGrant } from './translation.ts';

/** Requeues the events that were dead-lettered for want of a grant, once there is one again. */
export async function requeueUngranted(desk: Desk, tx: Tx, scope: OrganizationScope, channel: Channel): Promise<void> {
  await putBack(desk, tx, scope, await deadLettersWithCodes(tx, scope, channel, codesWithoutGrant));
}

/**
 * Requeues a dead-lettered event, in its place among the events of its conversation. False if it is not dead-lettered
 * (any more).
 */
export async function retryEvent(desk: Desk, tx: Tx, scope: OrganizationScope, event: DeadLetterRow): Promise<boolean> {
  if (event.state !== 'parked') return false;
  await putBack(desk, tx, scope, [event]);
  return true;
}

async function putBack(desk: Desk, tx: Tx, scope: OrganizationScope, events: readonly DeadLetterRow[]): Promise<void> {
  if (events.length === 0) return;
  const { organizationId } = scope;
  const keys = events.map(({ channel, lane_key: lane }): LaneKey => ({ organizationId, channel, lane }));
  const lanes = new Map(keys.map((key) => [laneJobKey(key), key]));
  for (const [job, key] of lanes) {
    await readyLane(tx, key);
    await desk.jobs.enqueue(tx, laneReady, key, { key: job });
  }
  const ids = events.map(({ id }) => id);
  await requeue(tx, scope, ids);
}
