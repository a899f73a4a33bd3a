import { forgetFindingsOf } from './findings/found.store.ts';
import type { ForgetDocument } from './library/documents/documents.actions.ts';
import { forgetRatingsOf } from './use/ratings.store.ts';
import { forgetCitationsOf } from './use/use.store.ts';

/** What insight keeps about a document goes with it. */
export const forgetDocument: ForgetDocument = async (tx, scope, documentId) => {
  await forgetFindingsOf(tx, scope, documentId);
  await forgetCitationsOf(tx, scope, documentId);
  await forgetRatingsOf(tx, scope, documentId);
};
