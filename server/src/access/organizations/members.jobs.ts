import { defineJob } from '../../platform/jobs/jobs.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';

/** A person has lost a place in an organization, perhaps the last one. `support` reassigns their conversations. */
export const memberGone = defineJob<OrganizationScope & { userId: string }>('member-gone', {
  concurrency: 1,
  retries: 5,
});
