import { defineJob } from '../../platform/jobs/jobs.ts';

/**
 * A run waits. A lane of its own, one organization in each place; a piece of a run takes seconds and promises the next, so
 * that neither a stop of the process nor another organization's run waits for a whole suite.
 */
export const runDue = defineJob<{ organizationId: string }>('validation.run', { concurrency: 2, timeoutSeconds: 300 });
