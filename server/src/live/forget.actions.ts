import { atMostEvery } from '../platform/at-most-every.ts';
import type { Desk } from '../platform/desk.ts';
import { unscoped } from '../platform/database/transaction.ts';
import { deleteEventsBefore } from './events.store.ts';
import { keptMilliseconds, keptWithEndpointsMilliseconds } from './kept.logic.ts';

/** The deletion looks at all old events, which organizations with endpoints keep: too much for every sweep. */
const everyMilliseconds = 10 * 60_000;
const isDue = atMostEvery(everyMilliseconds);

/** Deletes the events that are no longer kept; part of the sweep. */
export async function forgetEvents(desk: Desk): Promise<void> {
  if (!isDue(desk)) return;
  const now = desk.clock.now().getTime();
  const before = {
    usually: new Date(now - keptMilliseconds),
    withEndpoints: new Date(now - keptWithEndpointsMilliseconds),
  };
  await unscoped(desk.db, (tx) => deleteEventsBefore(tx, before));
}
