import { defineJob } from '../../../platform/jobs/jobs.ts';
import type { OrganizationScope } from '../../../platform/database/transaction.ts';

interface DocumentUnembedded extends OrganizationScope {
  documentId: string;
}

/** Nothing waits for vectors, so this is a job of its own. The sweeper retries failures, so the queue need not. */
export const documentUnembedded = defineJob<DocumentUnembedded>('knowledge.embed', { concurrency: 2, retries: 0 });

/** Enqueue it in the transaction that switches models: the vectors of the former model are useless from then on. */
export const modelReplaced = defineJob<OrganizationScope>('knowledge.forget-vectors', { concurrency: 1 });
