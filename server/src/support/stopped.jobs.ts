import { defineJob } from '../platform/jobs/jobs.ts';
import type { OfConversation } from '../conversations/index.ts';
import type { Stop } from '../routing/index.ts';

export interface StoppedMessage extends OfConversation {
  /** The id of the record to be written, fixed in advance so that a job that runs twice writes one record. */
  decisionId: string;
  stop: Stop;
  providerKey: string;
}

/** A message was stopped before an answer was considered. Its record is written in the background. */
export const messageStopped = defineJob<StoppedMessage>('stopped-message', { concurrency: 1, retries: 3 });
