import type { DocumentErrorCode } from '@desk/contract/documents';
import { errorCode } from '../../../platform/database/database.ts';
import type { Desk } from '../../../platform/desk.ts';
import { inScope } from '../../../platform/database/transaction.ts';
import { dropChunksOf } from '../passages/chunks.store.ts';
import { queuedFor } from './documents.store.ts';
import { announceKnowledgeChange } from '../announce-change.actions.ts';
import { failed, renewLease, saveHeld, type LeasedVersion } from './ingestion-queue.store.ts';
import { queueIngestion } from './queue-ingestion.actions.ts';
import { dropSegmentOf } from '../passages/segments.store.ts';
import { findVersion, saveVersion } from './versions.store.ts';

/** The document was removed, got a newer source, or was leased to another process: drop the version in progress. */
export class LeaseLost extends Error {}

const renewEveryMilliseconds = 5_000;

/** Renews the lease at intervals. Returns a function that stops the renewal. */
export function keepLease(desk: Desk, work: LeasedVersion): () => void {
  const timer = setInterval(() => {
    inScope(desk.db, work.scope, (tx) => renewLease(tx, work)).catch((error) => {
      // Only log the error: the next stage detects a lost lease.
      desk.log.warn({ code: errorCode(error), document: work.documentId }, 'ingestion lease not renewed');
    });
  }, renewEveryMilliseconds);
  timer.unref();
  return () => clearInterval(timer);
}

/** Puts the document back for another attempt, by the job's retry or by the sweeper. */
export function releaseForRetry(desk: Desk, work: LeasedVersion): Promise<void> {
  return inScope(desk.db, work.scope, async (tx) => {
    await saveHeld(tx, work, { status: 'queued', lease: null, lease_until: null, stage_deadline: queuedFor });
  });
}

/** How long a document waits for an unreachable blob store before its ingestion fails. */
const longestWaitMilliseconds = 86_400_000;
const retryAfterMilliseconds = 10_000;

/** Queues the document again while the blob store is unreachable. Counts no attempt: the document is not the cause. */
export async function postpone(desk: Desk, work: LeasedVersion): Promise<void> {
  const { scope, documentId } = work;
  const now = desk.clock.now().getTime();
  const version = await inScope(desk.db, scope, (tx) => findVersion(tx, scope, documentId, work.version));
  if (version && now - version.created_at.getTime() > longestWaitMilliseconds) return abandon(desk, work, 'timeout');
  await inScope(desk.db, scope, async (tx) => {
    const waiting = {
      status: 'queued',
      lease: null,
      lease_until: null,
      stage_deadline: queuedFor,
      attempts: 0,
    } as const;
    if (!(await saveHeld(tx, work, waiting))) return;
    await queueIngestion(desk, tx, scope, { documentId, after: { milliseconds: retryAfterMilliseconds } });
  });
}

/** Marks the version as failed, with a code that has a remedy. The active version stays active. */
export function abandon(desk: Desk, work: LeasedVersion, code: DocumentErrorCode): Promise<void> {
  return inScope(desk.db, work.scope, async (tx) => {
    const document = await saveHeld(tx, work, { ...failed(code), updated_at: desk.clock.now() });
    if (!document) return;
    const key = { organization_id: work.scope.organizationId, document_id: work.documentId, version: work.version };
    await saveVersion(tx, key, { state: 'failed', error_code: code });
    await dropChunksOf(tx, work.scope, work.documentId, work.version);
    await dropSegmentOf(tx, work.scope, work.documentId, work.version);
    await announceKnowledgeChange(desk, tx, work.scope);
  });
}
