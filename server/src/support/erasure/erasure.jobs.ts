import { defineJob } from '../../platform/jobs/jobs.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';

export interface OfErasure extends OrganizationScope {
  erasureId: string;
}

/** A person is to be erased. A handler that is interrupted continues where it stopped. */
export const erasureDue = defineJob<OfErasure>('erasure', { concurrency: 1, retries: 20, timeoutSeconds: 900 });
