import type { Desk } from '../../../platform/desk.ts';
import { inTurn, loadedOf } from './index-cache.ts';
import type { LeasedVersion } from '../../library/versions/ingestion-queue.store.ts';
import type { Segment } from '../../library/passages/segment.logic.ts';

/**
 * Stages a part of a version under construction in this process's index, where no question sees it yet. It takes turns with
 * questions, so that none has to wait for a large document when it begins to serve.
 */
export async function stageAhead(
  desk: Desk,
  { scope, documentId }: LeasedVersion,
  part: number,
  body: string,
): Promise<void> {
  if (!loadedOf(desk, scope.organizationId)) return;
  await inTurn(desk, scope.organizationId, async ({ index }) => {
    if (part === 0) index.withdraw(documentId);
    index.stage(JSON.parse(body) as Segment);
  });
}

/** Withdraws the staged parts of a version that does not serve: its document was removed, replaced or refused. */
export async function withdrawStaged(desk: Desk, { scope, documentId }: LeasedVersion): Promise<void> {
  if (!loadedOf(desk, scope.organizationId)?.index.stagedOf(documentId)) return;
  await inTurn(desk, scope.organizationId, async ({ index }) => index.withdraw(documentId));
}
