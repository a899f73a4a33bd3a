import type { Channel } from '@desk/contract/conversations';
import { defineJob } from '../../platform/jobs/jobs.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import type { HelpdeskName } from '../port/channel.logic.ts';
import type { LaneKey } from './lanes.store.ts';

/** A lane has events to process. `support` subscribes with `drainLane`. */
export const laneReady = defineJob<LaneKey>('lane', {
  concurrency: 8,
  retries: 5,
  timeoutSeconds: 120,
  foreground: true,
});

/** A helpdesk has granted access, perhaps again: deliveries that failed for want of it can be sent. `support` subscribes. */
export const grantRenewed = defineJob<OrganizationScope & { channel: HelpdeskName }>('grant-renewed', {
  concurrency: 1,
  retries: 5,
});

/** An event, identified by the vendor's id. */
export interface CopiedEvent extends OrganizationScope {
  channel: Channel;
  eventId: string;
}

/**
 * An event has arrived a second time. Written by the statement that acknowledges it (0133), once for each event.
 * `support` subscribes.
 */
export const eventCopied = defineJob<CopiedEvent>('copied-event', { concurrency: 1, retries: 5 });

/** All jobs for a lane collapse into one waiting job. */
export const laneJobKey = (key: LaneKey): string => `${key.organizationId}:${key.channel}:${key.lane}`;

/** A separate key: a job that waits for a retry must not absorb the job of an event that arrives meanwhile. */
export const laterLaneJobKey = (key: LaneKey): string => `${laneJobKey(key)}:later`;
