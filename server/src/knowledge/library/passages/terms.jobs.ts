import { defineJob } from '../../../platform/jobs/jobs.ts';
import type { OrganizationScope } from '../../../platform/database/transaction.ts';

/** Stores the missing stems of an organization's passages, after the organization has become large. */
export const termsMissing = defineJob<OrganizationScope>('knowledge.name-terms', { concurrency: 1 });
