import { defineJob } from '../../platform/jobs/jobs.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';

/**
 * A suite run is due. It has its own queue, with at most one job per organization. Each job works on a piece of a run for some
 * seconds and promises the next one, so that neither a shutdown nor another organization waits for a whole suite.
 */
export const runDue = defineJob<OrganizationScope>('validation.run', { concurrency: 2, timeoutSeconds: 300 });
