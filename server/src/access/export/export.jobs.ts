import { defineJob } from '../../platform/jobs/jobs.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';

/** An archive is to be written. One at a time in each process: it is long, and nobody waits for it. */
export const exportDue = defineJob<OrganizationScope & { exportId: string }>('organization-export', {
  concurrency: 1,
  retries: 5,
  timeoutSeconds: 43_200,
});
