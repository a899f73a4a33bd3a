import { defineJob } from '../platform/jobs/jobs.ts';
import type { OfConversation } from '../conversations/index.ts';
import type { Stop } from '../routing/index.ts';

export interface StoppedMessage extends OfConversation {
  /** Of the record that is to be written: a job that runs twice writes one. */
  decisionId: string;
  stop: Stop;
  providerKey: string;
}

/** A message was stopped before anybody thought of an answer. Its record is written aside; nobody waits for it. */
export const messageStopped = defineJob<StoppedMessage>('stopped-message', { concurrency: 1, retries: 3 });
