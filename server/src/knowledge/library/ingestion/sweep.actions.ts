import type { Tx } from '../../../platform/database/database.ts';
import type { Desk } from '../../../platform/desk.ts';
import { inScope, unscoped, type OrganizationScope } from '../../../platform/database/transaction.ts';
import { dropChunksOf } from '../passages/chunks.store.ts';
import { queuedFor, saveDocument, type DocumentRow } from '../versions/documents.store.ts';
import { atRest, failed, lockOverdue, mostAttempts, overdueDocuments } from '../versions/ingestion-queue.store.ts';
import { queueIngestion } from '../versions/queue-ingestion.actions.ts';
import { dropSegmentOf } from '../passages/segments.store.ts';
import { saveVersion } from '../versions/versions.store.ts';

/**
 * Looks after documents that nobody is at work on although somebody should be: a process died, a job got lost, a stage
 * hangs. A part of every sweep, in each process that works jobs: a document's lock decides who mends it. Returns how many it had
 * to put right.
 */
export async function sweepIngestion(desk: Desk): Promise<number> {
  const overdue = await unscoped(desk.db, overdueDocuments);
  let mended = 0;
  for (const { organization_id: organizationId, document_id } of overdue) {
    if (await mend(desk, { organizationId }, document_id)) mended++;
  }
  return mended;
}

function mend(desk: Desk, scope: OrganizationScope, documentId: string): Promise<boolean> {
  return inScope(desk.db, scope, async (tx) => {
    const document = await lockOverdue(tx, scope, documentId);
    if (!document) return false;
    if (isSpent(document)) await giveUp(tx, document);
    else await tryAgain(desk, tx, document);
    return true;
  });
}

type OverdueVersion = NonNullable<Awaited<ReturnType<typeof lockOverdue>>>;

// Somebody is at it and past the deadline: the stage hangs. A silent holder or a lost job gets its other attempts.
const isSpent = (document: OverdueVersion) =>
  document.held || (document.status !== 'queued' && document.attempts >= mostAttempts);

async function giveUp(tx: Tx, document: DocumentRow): Promise<void> {
  const version = document.pending_version;
  // Swapped in already, only its proof is missing: it serves.
  const serves = version === document.active_version;
  await saveDocument(tx, document, serves ? { ...atRest, status: 'ready' } : failed('timeout'));
  if (serves || version === null) return;
  const key = { organization_id: document.organization_id, document_id: document.id, version };
  await saveVersion(tx, key, { state: 'failed', error_code: 'timeout' });
  await dropChunksOf(tx, { organizationId: document.organization_id }, document.id, version);
  await dropSegmentOf(tx, { organizationId: document.organization_id }, document.id, version);
}

async function tryAgain(desk: Desk, tx: Tx, document: DocumentRow): Promise<void> {
  const { organization_id: organizationId, id: documentId } = document;
  await saveDocument(tx, document, { status: 'queued', lease: null, lease_until: null, stage_deadline: queuedFor });
  await queueIngestion(desk, tx, { organizationId }, { documentId });
}
