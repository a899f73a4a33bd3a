import type { FilledQueryOf } from '@desk/contract/endpoint';
import type { listCitations } from '@desk/contract/knowledge';
import type { Tx } from '../../../platform/database/database.ts';
import { inScope, type OrganizationScope } from '../../../platform/database/transaction.ts';
import type { Desk } from '../../../platform/desk.ts';
import { notFound } from '../../../platform/http/errors.ts';
import { idAfter, pageOf } from '../../../platform/http/page.ts';
import { findDocument } from '../../library/versions/documents.store.ts';
import { citationsBefore } from './use.store.ts';

/** Reads the titles of conversations, by id; omits conversations that do not exist. */
export type TitlesOf = (
  tx: Tx,
  scope: OrganizationScope,
  ids: readonly string[],
) => Promise<Map<string, { subject: string | null; customer_name: string | null }>>;

/** The answers that cite a document, with their conversations; 404 if the document does not exist. */
export async function pageOfCitations(
  desk: Desk,
  scope: OrganizationScope,
  { id, query }: { id: string; query: FilledQueryOf<typeof listCitations> },
  titlesOf: TitlesOf,
) {
  const { limit, cursor } = query;
  const before = idAfter(cursor);
  return inScope(desk.db, scope, async (tx) => {
    if (!(await findDocument(tx, scope, id, desk.clock.now()))) throw notFound();
    const { rows, next_cursor } = pageOf(await citationsBefore(tx, scope, id, { before, limit }), limit, (row) => [
      row.decision_id,
    ]);
    const titles = await titlesOf(
      tx,
      scope,
      rows.map((row) => row.conversation_id),
    );
    const items = rows.map((row) => ({
      ...row,
      ...(titles.get(row.conversation_id) ?? { subject: null, customer_name: null }),
      at: row.at.toISOString(),
    }));
    return { items, next_cursor };
  });
}
