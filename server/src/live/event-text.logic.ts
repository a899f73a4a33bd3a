import type { LiveEvent } from '@desk/contract/live';

/** Browsers wait this long before they reconnect. */
const retryMilliseconds = 2_000;

/** An event of the stream as `text/event-stream` writes it. */
export const eventText = (event: LiveEvent): string =>
  `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

/**
 * The first block of the stream. It has no data, so it is no event, but browsers remember its id: a reader who is disconnected
 * at once loses nothing. The id is what the reader has `seen`; before a reset (null) there is none.
 */
export const beginningText = (seen: number | null): string =>
  seen === null ? `retry: ${retryMilliseconds}\n\n` : `retry: ${retryMilliseconds}\nid: ${seen}\n\n`;

export const heartbeatText = ': heartbeat\n\n';

/** The place that `Last-Event-ID` names; null if it is not one of our ids. */
export const placeIn = (lastEventId: string): number | null =>
  /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : null;
