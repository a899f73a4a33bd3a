import type { Tx } from '../../../platform/database/database.ts';
import type { Desk } from '../../../platform/desk.ts';
import { inScope, type OrganizationScope } from '../../../platform/database/transaction.ts';
import { currentSegment, saveTermsOf } from './current-segment.actions.ts';
import { raiseRevision } from '../passages/revision.store.ts';
import { segmentParts } from '../passages/segments.store.ts';
import { termsMissing } from '../passages/terms.jobs.ts';
import { completeTerms, documentsWithoutTerms } from '../passages/terms.store.ts';

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
    const key = { documentId, version, part };
    const [found] = await inScope(desk.db, scope, (tx) => segmentParts(tx, scope, [key]));
    if (!found) continue;
    const segment = await currentSegment(desk, scope, key, found.body);
    await inScope(desk.db, scope, (tx) => saveTermsOf(tx, scope, segment));
  }
  await inScope(desk.db, scope, (tx) => completeTerms(tx, scope, { documentId, version }));
}
