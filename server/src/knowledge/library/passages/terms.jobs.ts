import { defineJob } from '../../../platform/jobs/jobs.ts';
import type { OrganizationScope } from '../../../platform/database/transaction.ts';

/** An organization has become large, and the database does not know the stems of all its passages. */
export const termsMissing = defineJob<OrganizationScope>('knowledge.name-terms', { concurrency: 1 });
