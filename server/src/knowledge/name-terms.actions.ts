import type { Tx } from '../platform/database.ts';
import type { Desk } from '../platform/desk.ts';
import { inScope, type OrganizationScope } from '../platform/transaction.ts';
import { raiseRevision } from './revision.store.ts';
import { termsMissing } from './terms.jobs.ts';
import { saveTerms, segmentsWithoutTerms } from './terms.store.ts';

const documentsAtOnce = 20;

export const promiseTerms = (desk: Desk, tx: Tx, scope: OrganizationScope): Promise<void> =>
  desk.jobs.enqueue(tx, termsMissing, scope, { key: scope.organizationId });

/** Keeps the stems of documents that were read before this was done, in short transactions; then searches look anew. */
export async function nameTerms(desk: Desk, scope: OrganizationScope): Promise<void> {
  for (;;) {
    const named = await inScope(desk.db, scope, async (tx) => {
      const rows = await segmentsWithoutTerms(tx, scope, documentsAtOnce);
      for (const { body } of rows) await saveTerms(tx, scope, body);
      if (rows.length < documentsAtOnce) await raiseRevision(tx, scope);
      return rows.length;
    });
    if (named < documentsAtOnce) return;
  }
}
