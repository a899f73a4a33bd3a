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
 * Repairs documents whose ingestion has stopped: a process died, a job was lost, or a stage hangs. Every process that runs jobs
 * calls it in every sweep; the lock of a document decides which process repairs it. Returns the number of repaired documents.
 */
export async function sweepIngestion(desk: Desk): Promise<number> {
  const overdue = await unscoped(desk.db, overdueDocuments);
  let repaired = 0;
  for (const { organization_id: organizationId, document_id } of overdue) {
    if (await repair(desk, { organizationId }, document_id)) repaired++;
  }
  return repaired;
}

function repair(desk: Desk, scope: OrganizationScope, documentId: string): Promise<boolean> {
  return inScope(desk.db, scope, async (tx) => {
    const document = await lockOverdue(tx, scope, documentId);
    if (!document) return false;
    if (isSpent(document)) await giveUp(tx, document);
    else await tryAgain(desk, tx, document);
    return true;
  });
}

type OverdueVersion = NonNullable<Awaited<ReturnType<typeof lockOverdue>>>;

// With a live lease past the deadline, the stage hangs. After an expired lease or a lost job, use the remaining attempts.
const isSpent = (document: OverdueVersion) =>
  document.held || (document.status !== 'queued' && document.attempts >= mostAttempts);

async function giveUp(tx: Tx, document: DocumentRow): Promise<void> {
  const version = document.pending_version;
  // The version is already active; only its probe is missing.
  const isActive = version === document.active_version;
  await saveDocument(tx, document, isActive ? { ...atRest, status: 'ready' } : failed('timeout'));
  if (isActive || version === null) return;
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
