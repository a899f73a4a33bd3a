import { forgetFindingsOf } from './insight/findings/record-findings.store.ts';
import type { ForgetDocument } from './library/documents/documents.actions.ts';
import { forgetRatingsOf } from './insight/use/ratings.store.ts';
import { forgetCitationsOf } from './insight/use/use.store.ts';

/** Deletes everything that insight stores about a document. */
export const forgetDocument: ForgetDocument = async (tx, scope, documentId) => {
  await forgetFindingsOf(tx, scope, documentId);
  await forgetCitationsOf(tx, scope, documentId);
  await forgetRatingsOf(tx, scope, documentId);
};
