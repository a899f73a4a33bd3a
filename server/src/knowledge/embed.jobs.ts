import { defineJob } from '../platform/jobs.ts';
import type { OrganizationScope } from '../platform/transaction.ts';

interface DocumentUnembedded extends OrganizationScope {
  documentId: string;
}

/** A lane of its own: nothing waits for vectors. What fails is taken up by the sweeper, so the queue need not try again. */
export const documentUnembedded = defineJob<DocumentUnembedded>('knowledge.embed', { concurrency: 2, retries: 0 });
