import type { Desk } from '../platform/desk.ts';
import { inScope, type OrganizationScope } from '../platform/database/transaction.ts';
import { placeIn } from './event-text.logic.ts';
import { eventsAfter, placeEvents, placesKept, type LiveEventRow } from './events.store.ts';

/** Where a stream starts, and the events that its reader missed; null if they are no longer kept, or too many to send. */
export interface Beginning {
  /** The position up to which the reader has certainly seen everything; null if unknown. */
  seen: number | null;
  position: number;
  missed: LiveEventRow[] | null;
}

/** A reader who missed more events than this reloads everything, which costs both sides less. */
const mostMissed = 1_000;

/** `lastEventId`: the last event that the reader saw; null for a new reader. */
export const beginStream = (desk: Desk, scope: OrganizationScope, lastEventId: string | null): Promise<Beginning> =>
  inScope(desk.db, scope, async (tx) => {
    await placeEvents(tx, scope);
    const { oldest, newest } = await placesKept(tx, scope);
    const now = Number(newest ?? 0);
    if (lastEventId === null) return { seen: now, position: now, missed: [] };
    const place = placeIn(lastEventId);
    // The newest event is never deleted, so if `place` is not before the oldest event, no event after it is gone.
    const isKept = place !== null && place <= now && place >= Number(oldest ?? 0);
    const missed = isKept ? await eventsAfter(tx, scope, { position: place, limit: mostMissed + 1 }) : null;
    if (missed === null || missed.length > mostMissed) return { seen: null, position: now, missed: null };
    return { seen: place, position: missed.at(-1)?.position ?? now, missed };
  });

/** The next events for readers who have seen everything up to `position`. */
export const nextEvents = (desk: Desk, scope: OrganizationScope, position: number, limit: number) =>
  inScope(desk.db, scope, async (tx) => {
    await placeEvents(tx, scope);
    return eventsAfter(tx, scope, { position, limit });
  });
