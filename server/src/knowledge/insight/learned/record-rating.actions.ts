import type { Rating } from '@desk/contract/feedback';
import type { Tx } from '../../../platform/database/database.ts';
import type { Desk } from '../../../platform/desk.ts';
import type { OrganizationScope } from '../../../platform/database/transaction.ts';
import { announceKnowledgeChange } from '../../library/announce-change.actions.ts';
import { suggest } from './suggest.actions.ts';
import { replaceRatings } from '../use/ratings.store.ts';

/** An answer of the desk that a person rated. */
export interface RatedAnswer {
  messageId: string;
  conversationId: string;
  ratedBy: string;
  rating: Rating;
  citations: readonly { document_id: string; version: number; chunk_id: string; quote: string }[];
  /** The customer's question; null if there was none. */
  question: string | null;
  customer: { name: string | null; email: string | null };
  /** The confidence of the answer. */
  confidence: number;
}

/** Above this confidence the document's own words were enough: the question would teach nothing. */
const sureAnyway = 0.9;

/** Records a rating for the cited documents, in the transaction of the rating, and may suggest a question to learn. */
export async function recordRating(desk: Desk, tx: Tx, scope: OrganizationScope, rated: RatedAnswer): Promise<void> {
  const { messageId, conversationId, ratedBy, rating, citations, question, customer, confidence } = rated;
  const byDocument = new Map(citations.map((citation) => [citation.document_id, citation]));
  const rows = [...byDocument.values()].map(({ document_id, version, quote }) => ({
    organization_id: scope.organizationId,
    message_id: messageId,
    rated_by: ratedBy,
    document_id,
    version,
    quote,
    rating,
    at: desk.clock.now(),
  }));
  await replaceRatings(tx, scope, { messageId, ratedBy }, rows);
  await announceKnowledgeChange(desk, tx, scope);
  // With several documents it is unknown which one answered the question.
  const [cited] = byDocument.values();
  if (rating === 'bad' || !cited || byDocument.size > 1 || question === null || confidence >= sureAnyway) return;
  await suggest(desk, tx, scope, {
    documentId: cited.document_id,
    chunkId: cited.chunk_id,
    message: question,
    customer,
    origin: 'feedback',
    conversationId,
  });
}
