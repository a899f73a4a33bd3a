import { defineJob } from '../../platform/jobs/jobs.ts';
import type { ChannelName } from '../port/channel.logic.ts';
import type { LaneKey } from './lanes.store.ts';

/** A lane has events to work off. `support` subscribes with `drainLane`. */
export const laneReady = defineJob<LaneKey>('lane', {
  concurrency: 8,
  retries: 5,
  timeoutSeconds: 120,
  foreground: true,
});

/** A helpdesk has granted access, perhaps again: what failed for want of it can be sent. `support` listens. */
export const grantRenewed = defineJob<{ organizationId: string; channel: 'chatdesk' | 'ticketdesk' }>('grant-renewed', {
  concurrency: 1,
  retries: 5,
});

/** An event by the vendor's name. */
export interface CopiedEvent {
  organizationId: string;
  channel: ChannelName;
  eventId: string;
}

/** An event has come a second time. Written by the statement that acknowledges it (0133), once for each event. `support` listens. */
export const eventCopied = defineJob<CopiedEvent>('copied-event', { concurrency: 1, retries: 5 });

/** News for a lane collapses into one waiting job. */
export const laneJobKey = (key: LaneKey): string => `${key.organizationId}:${key.channel}:${key.lane}`;

/** A key of its own: a job that waits for a retry must not swallow the one for an event that arrives meanwhile. */
export const laterLaneJobKey = (key: LaneKey): string => `${laneJobKey(key)}:later`;
