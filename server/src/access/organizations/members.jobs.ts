import { defineJob } from '../../platform/jobs/jobs.ts';

/** Somebody belongs to one place less of an organization, and perhaps to none. `support` gives away what was theirs. */
export const memberGone = defineJob<{ organizationId: string; userId: string }>('member-gone', {
  concurrency: 1,
  retries: 5,
});
