import { defineJob } from '../platform/jobs.ts';
import type { OrganizationScope } from '../platform/transaction.ts';

interface DocumentQueued extends OrganizationScope {
  documentId: string;
}
interface SourcesForgotten extends OrganizationScope {
  keys: string[];
}

/** A lane of its own: thousands of documents wait here without delaying one answer. */
export const documentQueued = defineJob<DocumentQueued>('knowledge.ingest', {
  concurrency: 2,
  retries: 3,
  timeoutSeconds: 450,
});

/** Stored bytes that no row names any more. A job, because a crash after the commit must not leave them behind. */
export const sourcesForgotten = defineJob<SourcesForgotten>('knowledge.forget', { concurrency: 1 });
