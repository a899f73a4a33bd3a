import type { LiveEvent } from '@desk/contract/live';

/** Browsers wait so long before they connect again. */
const retryMilliseconds = 2_000;

/** An event of the stream as `text/event-stream` writes it. */
export const eventText = (event: LiveEvent): string =>
  `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

/**
 * Where the stream begins. A block without data is no event, but its id is remembered: who is cut off at once loses nothing.
 * So it names what the reader has `seen`, and nothing (null) before a reset.
 */
export const beginningText = (seen: number | null): string =>
  seen === null ? `retry: ${retryMilliseconds}\n\n` : `retry: ${retryMilliseconds}\nid: ${seen}\n\n`;

export const heartbeatText = ': heartbeat\n\n';

/** The place that `Last-Event-ID` names; null if it is not one of our ids. */
export const placeIn = (lastEventId: string): number | null =>
  /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : null;
