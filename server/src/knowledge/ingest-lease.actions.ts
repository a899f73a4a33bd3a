import type { DocumentErrorCode } from '@desk/contract/documents';
import { errorCode } from '../platform/database.ts';
import type { Desk } from '../platform/desk.ts';
import { inScope } from '../platform/transaction.ts';
import { dropChunksOf } from './chunks.store.ts';
import { queuedFor } from './documents.store.ts';
import { promiseExamination } from './findings/promise.actions.ts';
import { failed, renewLease, saveHeld, type Work } from './ingest.store.ts';
import { saveVersion } from './versions.store.ts';

/** The document was removed, got a newer source, or was given to another process: whatever was built is dropped. */
export class LeaseLost extends Error {}

const renewEvery = 5_000;

/** Renews the lease while this process lives. Returns the end of it. */
export function keepLease(desk: Desk, work: Work): () => void {
  const timer = setInterval(() => {
    inScope(desk.db, work.scope, (tx) => renewLease(tx, work)).catch((error) => {
      // The next stage finds out whether the lease was lost; here there is nobody to tell.
      desk.log.warn({ code: errorCode(error), document: work.documentId }, 'ingestion lease not renewed');
    });
  }, renewEvery);
  timer.unref();
  return () => clearInterval(timer);
}

/** Puts the document back for another attempt; the job's retry or the sweeper makes it. */
export function giveBack(desk: Desk, work: Work): Promise<void> {
  return inScope(desk.db, work.scope, async (tx) => {
    await saveHeld(tx, work, { status: 'queued', lease: null, lease_until: null, stage_deadline: queuedFor });
  });
}

/** Ends the version as failed, with a reason that people can act on. What served before goes on serving. */
export function abandon(desk: Desk, work: Work, code: DocumentErrorCode): Promise<void> {
  return inScope(desk.db, work.scope, async (tx) => {
    const document = await saveHeld(tx, work, { ...failed(code), updated_at: desk.clock.now() });
    if (!document) return;
    const key = { organization_id: work.scope.organizationId, document_id: work.documentId, version: work.version };
    await saveVersion(tx, key, { state: 'failed', error_code: code });
    await dropChunksOf(tx, work.scope, work.documentId, work.version);
    await promiseExamination(desk, tx, work.scope);
  });
}
