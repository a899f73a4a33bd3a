import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import type { OrganizationScope } from '../../../platform/database/transaction.ts';
import '../../library/knowledge.tables.ts';

/** A serving version without vectors of this model for some or all of its passages. */
export interface EmbeddingWork {
  documentId: string;
  version: number;
  model: string;
}

const fromNow = (seconds: number) => sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`;

/** The lease of one batch of passages; afterwards another process may claim the document. */
const leaseSeconds = 90;

/** Returns undefined if another process has the lease, a retry is not due, the vectors exist, or the document is gone. */
export const claimEmbedding = (tx: Tx, scope: OrganizationScope, documentId: string, model: string) =>
  tx
    .updateTable('document')
    .set({ embedding_due: fromNow(leaseSeconds), embedding_attempts: sql`embedding_attempts + 1` })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', documentId)
    .where('active_version', 'is not', null)
    .where(sql<boolean>`(embedded_version is distinct from active_version or embedded_model is distinct from ${model})`)
    .where(sql<boolean>`(embedding_due is null or embedding_due < clock_timestamp())`)
    .returning(['title', 'embedding_attempts as attempts', sql<number>`active_version`.as('version')])
    .returning(sql<string>`coalesce(language_given, language, 'en')`.as('language'))
    .executeTakeFirst();

const served = (tx: Tx, scope: OrganizationScope, { documentId, version }: EmbeddingWork) =>
  tx
    .updateTable('document')
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', documentId)
    .where('active_version', '=', version);

/** Releases the claim and locks the document until commit. Returns false if another version serves by now, or none. */
export async function returnEmbedding(tx: Tx, scope: OrganizationScope, work: EmbeddingWork): Promise<boolean> {
  const row = await served(tx, scope, work)
    .set({ embedding_due: null, embedding_attempts: 0 })
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** After a failure: blocks the next attempt for `seconds`. */
export const postponeEmbedding = (tx: Tx, scope: OrganizationScope, work: EmbeddingWork, seconds: number) =>
  served(tx, scope, work)
    .set({ embedding_due: fromNow(seconds) })
    .execute();

/**
 * From the commit on, searches by the model in use can use this version's vectors; those of the new model are still to be
 * made.
 */
export const announceVectors = (tx: Tx, scope: OrganizationScope, work: EmbeddingWork, revision: number) =>
  served(tx, scope, work).set({ shown_revision: revision }).execute();

/** From the commit on, searches can use this version's vectors. */
export const completeEmbedding = (tx: Tx, scope: OrganizationScope, work: EmbeddingWork, revision: number) =>
  served(tx, scope, work)
    .set({ embedded_version: work.version, embedded_model: work.model, shown_revision: revision })
    .execute();

/** Documents of any organization that serve without vectors of this model and are not leased; returns ids only (0008). */
export const unembeddedDocuments = (tx: Tx, model: string) =>
  sql<{ organization_id: string; document_id: string }>`
    select organization_id, document_id from unembedded_documents(${model}) limit 200`
    .execute(tx)
    .then((result) => result.rows);
