import { defineJob } from '../../platform/jobs/jobs.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';

/** The deletion date of an organization has passed. Each job deletes for some seconds and enqueues the next one. */
export const deletionDue = defineJob<OrganizationScope>('organization-deletion', {
  concurrency: 1,
  timeoutSeconds: 300,
});

/** An organization was deleted: what running work has written since then is deleted as well. */
export const remainsDue = defineJob<OrganizationScope>('organization-remains', {
  concurrency: 1,
  retries: 100,
  timeoutSeconds: 300,
});
