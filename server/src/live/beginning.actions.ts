import type { Desk } from '../platform/desk.ts';
import { inScope, type OrganizationScope } from '../platform/database/transaction.ts';
import { placeIn } from './event-text.logic.ts';
import { eventsAfter, placeEvents, placesKept, type LiveEventRow } from './events.store.ts';

/** Where a stream starts, and what its reader has missed: null when that is not kept any more, or not worth sending. */
export interface Beginning {
  /** What the reader has seen for sure; null when that is not known any more. */
  seen: number | null;
  position: number;
  missed: LiveEventRow[] | null;
}

/** Who has missed more than this reads everything again, which costs both sides less. */
const mostMissed = 1_000;

/** `lastEventId`: what the reader saw last; null for one who begins now. */
export const beginStream = (desk: Desk, scope: OrganizationScope, lastEventId: string | null): Promise<Beginning> =>
  inScope(desk.db, scope, async (tx) => {
    await placeEvents(tx, scope);
    const { oldest, newest } = await placesKept(tx, scope);
    const now = Number(newest ?? 0);
    if (lastEventId === null) return { seen: now, position: now, missed: [] };
    const place = placeIn(lastEventId);
    // The newest event is never deleted: at or behind the oldest one, nothing in between is gone.
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
