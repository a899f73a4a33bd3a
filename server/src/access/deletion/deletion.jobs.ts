import { defineJob } from '../../platform/jobs/jobs.ts';

/** The time of an organization is over. Each job deletes for some seconds and promises the next one. */
export const deletionDue = defineJob<{ organizationId: string }>('organization-deletion', {
  concurrency: 1,
  timeoutSeconds: 300,
});

/** An organization is gone: what work that was under way has written since then is deleted as well. */
export const remainsDue = defineJob<{ organizationId: string }>('organization-remains', {
  concurrency: 1,
  retries: 100,
  timeoutSeconds: 300,
});
