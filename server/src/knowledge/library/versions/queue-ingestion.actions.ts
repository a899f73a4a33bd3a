import type { Tx } from '../../../platform/database/database.ts';
import type { Desk } from '../../../platform/desk.ts';
import type { OrganizationScope } from '../../../platform/database/transaction.ts';
import { documentQueued } from './ingest.jobs.ts';
import { placeInQueue } from './ingestion-queue.store.ts';

/** Queues the ingestion, in the caller's transaction. Organizations take turns: a thousand documents of one do not block others. */
export async function queueIngestion(
  desk: Pick<Desk, 'jobs'>,
  tx: Tx,
  { organizationId }: OrganizationScope,
  { documentId, after }: { documentId: string; after?: { milliseconds: number } },
): Promise<void> {
  const place = await placeInQueue(tx, { organizationId });
  await desk.jobs.enqueue(
    tx,
    documentQueued,
    { organizationId, documentId },
    { key: documentId, priority: -place, ...(after && { startAfter: after }) },
  );
}
