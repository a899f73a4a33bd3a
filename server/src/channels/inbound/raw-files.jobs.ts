import { defineJob } from '../../platform/jobs/jobs.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';

export interface RawFiles extends OrganizationScope {
  keys: string[];
}

/** Deletes files of mails, unless an event names them. `support` subscribes. */
export const rawFilesForgotten = defineJob<RawFiles>('mail.forget', { concurrency: 1, retries: 5 });
