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

/** Memory for each document in parallel: the child process may use half of it; this process holds the child's answer. */
const memoryEach = 2 * 1024 ** 3;
const memory = Math.min(totalmem(), constrainedMemory() || Number.POSITIVE_INFINITY);

/**
 * Documents have their own queue, so that thousands of them delay no answer. Several run at once, at most half of them of one
 * organization: a slow file holds up neither its owner's other files nor those of other organizations.
 */
export const documentQueued = defineJob<DocumentQueued>('knowledge.ingest', {
  concurrency: Math.min(4, Math.max(2, Math.floor(memory / memoryEach))),
  retries: 3,
  timeoutSeconds: 450,
});

/** Deletes stored bytes that no row refers to. It is a job so that a crash after the commit leaves no bytes behind. */
export const sourcesForgotten = defineJob<SourcesForgotten>('knowledge.forget', { concurrency: 1 });
