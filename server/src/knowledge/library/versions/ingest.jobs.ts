import { constrainedMemory } from 'node:process';
import { totalmem } from 'node:os';
import { defineJob } from '../../../platform/jobs/jobs.ts';
import type { OrganizationScope } from '../../../platform/database/transaction.ts';

interface DocumentQueued extends OrganizationScope {
  documentId: string;
}
interface SourcesForgotten extends OrganizationScope {
  keys: string[];
}

/** Memory for a document that is read: the child may take half of it before it is stopped, and its answer lies here. */
const memoryEach = 2 * 1024 ** 3;
const memory = Math.min(totalmem(), constrainedMemory() || Number.POSITIVE_INFINITY);

/**
 * A lane of its own: thousands of documents wait here without delaying one answer. Several at once, half of them at most of one
 * organization: a file that takes all the time it is given holds up neither the others of its owner nor anybody else's.
 */
export const documentQueued = defineJob<DocumentQueued>('knowledge.ingest', {
  concurrency: Math.min(4, Math.max(2, Math.floor(memory / memoryEach))),
  retries: 3,
  timeoutSeconds: 450,
});

/** Stored bytes that no row names any more. A job, because a crash after the commit must not leave them behind. */
export const sourcesForgotten = defineJob<SourcesForgotten>('knowledge.forget', { concurrency: 1 });
