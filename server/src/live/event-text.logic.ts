import type { LiveEvent } from '@desk/contract/live';

/** Browsers wait so long before they connect again. */
const retryMilliseconds = 2_000;

/** An event of the stream as `text/event-stream` writes it. */
export const eventText = (event: LiveEvent): string =>
  `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

/** Where the stream begins. A block without data is no event, but its id is remembered: who is cut off at once loses nothing. */
export const beginningText = (position: number): string => `retry: ${retryMilliseconds}\nid: ${position}\n\n`;

export const heartbeatText = ': heartbeat\n\n';

/** The place that `Last-Event-ID` names; null if it is not one of our ids. */
export const placeIn = (lastEventId: string): number | null =>
  /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : null;
