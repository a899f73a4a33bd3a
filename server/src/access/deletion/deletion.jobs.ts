import { defineJob } from '../../platform/jobs/jobs.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';

/** The time of an organization is over. Each job deletes for some seconds and promises the next one. */
export const deletionDue = defineJob<OrganizationScope>('organization-deletion', {
  concurrency: 1,
  timeoutSeconds: 300,
});

/** An organization is gone: what work that was under way has written since then is deleted as well. */
export const remainsDue = defineJob<OrganizationScope>('organization-remains', {
  concurrency: 1,
  retries: 100,
  timeoutSeconds: 300,
});
