import { defineJob } from '../../platform/jobs/jobs.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';

/**
 * An organization's documents have changed, or customers' questions went unanswered. The job has its own queue, so that no
 * answer waits for it.
 */
export const knowledgeChanged = defineJob<OrganizationScope>('knowledge.examine', {
  concurrency: 1,
  retries: 3,
  timeoutSeconds: 120,
});
