import { defineJob } from '../../platform/jobs/jobs.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';

/**
 * Something about an organization's documents has changed, or customers' questions went unanswered. It has a queue of its
 * own: no answer waits for it.
 */
export const knowledgeChanged = defineJob<OrganizationScope>('knowledge.examine', {
  concurrency: 1,
  retries: 3,
  timeoutSeconds: 120,
});
