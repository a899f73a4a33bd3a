import type { Tx } from '../../../platform/database/database.ts';
import type { Desk } from '../../../platform/desk.ts';
import { inScope, type OrganizationScope } from '../../../platform/database/transaction.ts';
import type { Segment } from './segment.logic.ts';
import { raiseRevision } from './revision.store.ts';
import { stemsOf } from './segment-part.ts';
import { segmentParts } from './segments.store.ts';
import { termsMissing } from './terms.jobs.ts';
import { completeTerms, documentsWithoutTerms, saveTerms, termsAtOnce } from './terms.store.ts';

export const queueTermsBackfill = (desk: Desk, tx: Tx, scope: OrganizationScope): Promise<void> =>
  desk.jobs.enqueue(tx, termsMissing, scope, { key: scope.organizationId });

const documentsAtOnce = 20;

/** Stores the stems of documents that were ingested before stems were stored, in short transactions. Then raises the revision. */
export async function backfillTerms(desk: Desk, scope: OrganizationScope): Promise<void> {
  for (;;) {
    const documents = await inScope(desk.db, scope, (tx) => documentsWithoutTerms(tx, scope, documentsAtOnce));
    for (const document of documents) await backfillTermsOf(desk, scope, document);
    if (documents.length < documentsAtOnce)
      return inScope(desk.db, scope, async (tx) => void (await raiseRevision(tx, scope)));
  }
}

async function backfillTermsOf(
  desk: Desk,
  scope: OrganizationScope,
  { id: documentId, version, parts }: Awaited<ReturnType<typeof documentsWithoutTerms>>[number],
): Promise<void> {
  for (let part = 0; part < parts; part++) {
    await inScope(desk.db, scope, async (tx) => {
      const [found] = await segmentParts(tx, scope, [{ documentId, version, part }]);
      if (found) await saveTermsOf(tx, scope, found.body);
    });
  }
  await inScope(desk.db, scope, (tx) => completeTerms(tx, scope, { documentId, version }));
}

/** Stores the stems of all passages of a segment. */
export async function saveTermsOf(tx: Tx, scope: OrganizationScope, segment: Segment): Promise<void> {
  const { documentId, version } = segment;
  const all = stemsOf(segment);
  for (let at = 0; at < all.length; at += termsAtOnce) {
    await saveTerms(tx, scope, { documentId, version, passages: all.slice(at, at + termsAtOnce) });
  }
}
