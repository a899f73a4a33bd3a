import type { FilledQueryOf } from '@desk/contract/endpoint';
import type { LearnedQuestion, listDocumentQuestions, listLearnedQuestions } from '@desk/contract/learned-questions';
import type { Desk } from '../../../platform/desk.ts';
import { notFound } from '../../../platform/http/errors.ts';
import { idAfter, pageOf } from '../../../platform/http/page.ts';
import { inScope, type OrganizationScope } from '../../../platform/database/transaction.ts';
import { findDocument } from '../../library/versions/documents.store.ts';
import { findQuestion, questionsBefore } from './learned.store.ts';
import { viewQuestion } from './learned.view.ts';

export async function pageOfQuestions(
  desk: Desk,
  scope: OrganizationScope,
  query: FilledQueryOf<typeof listLearnedQuestions>,
) {
  const { limit, cursor, ...filter } = query;
  const before = idAfter(cursor);
  const found = await inScope(desk.db, scope, (tx) => questionsBefore(tx, scope, filter, { before, limit }));
  const { rows, next_cursor } = pageOf(found, limit, (row) => [row.id]);
  return { items: rows.map(viewQuestion), next_cursor };
}

/** Returns 404 if the document does not exist. */
export async function pageOfDocumentQuestions(
  desk: Desk,
  scope: OrganizationScope,
  documentId: string,
  query: FilledQueryOf<typeof listDocumentQuestions>,
) {
  const document = await inScope(desk.db, scope, (tx) => findDocument(tx, scope, documentId, desk.clock.now()));
  if (!document) throw notFound();
  return pageOfQuestions(desk, scope, { ...query, document_id: documentId });
}

/** Also returns 404 for a question of another document. */
export async function showQuestion(
  desk: Desk,
  scope: OrganizationScope,
  { id, documentId }: { id: string; documentId: string },
): Promise<LearnedQuestion> {
  const row = await inScope(desk.db, scope, (tx) => findQuestion(tx, scope, id));
  if (row?.document_id !== documentId) throw notFound();
  return viewQuestion(row);
}
