import type { Desk } from '../../../platform/desk.ts';
import { inTurn, loadedOf } from './index-cache.ts';
import type { LeasedVersion } from '../../library/versions/ingestion-queue.store.ts';
import type { Segment } from '../../library/passages/segment.logic.ts';

/**
 * Enters a part of a version that is being built into the index of this process, where no question sees it yet: in turn with
 * the questions, so that none has to wait for a large document when it begins to serve.
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

/** Takes what was entered ahead and does not serve out again: the document was removed, replaced, or refused. */
export async function withdrawStaged(desk: Desk, { scope, documentId }: LeasedVersion): Promise<void> {
  if (!loadedOf(desk, scope.organizationId)?.index.stagedOf(documentId)) return;
  await inTurn(desk, scope.organizationId, async ({ index }) => index.withdraw(documentId));
}
