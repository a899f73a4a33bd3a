import { defineJob, type Job } from '../platform/jobs/jobs.ts';
import type { OrganizationScope } from '../platform/database/transaction.ts';

/**
 * On some channel the machine may speak where it might not before, or the reverse: read where it stands now. `support` moves
 * the conversations.
 */
export const autoRespondChanged: Job<OrganizationScope> = defineJob('auto-respond-changed');
