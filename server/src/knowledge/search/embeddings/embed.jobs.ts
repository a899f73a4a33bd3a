import { defineJob } from '../../../platform/jobs/jobs.ts';
import type { OrganizationScope } from '../../../platform/database/transaction.ts';

interface DocumentUnembedded extends OrganizationScope {
  documentId: string;
}

/** A lane of its own: nothing waits for vectors. What fails is taken up by the sweeper, so the queue need not try again. */
export const documentUnembedded = defineJob<DocumentUnembedded>('knowledge.embed', { concurrency: 2, retries: 0 });

/** In the transaction that takes another model into use: what the one before made is of no use from then on. */
export const modelReplaced = defineJob<OrganizationScope>('knowledge.forget-vectors', { concurrency: 1 });
