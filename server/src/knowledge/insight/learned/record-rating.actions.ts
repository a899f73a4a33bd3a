import type { Rating } from '@desk/contract/feedback';
import type { Tx } from '../../../platform/database/database.ts';
import type { Desk } from '../../../platform/desk.ts';
import type { OrganizationScope } from '../../../platform/database/transaction.ts';
import { announceKnowledgeChange } from '../../library/announce-change.actions.ts';
import { suggest } from './suggest.actions.ts';
import { replaceRatings } from '../use/ratings.store.ts';

/** An answer of the desk that somebody rated, as the story tells it. */
export interface RatedAnswer {
  messageId: string;
  conversationId: string;
  ratedBy: string;
  rating: Rating;
  citations: readonly { document_id: string; version: number; chunk_id: string; quote: string }[];
  /** What the customer had asked; null when nobody asked. */
  question: string | null;
  customer: { name: string | null; email: string | null };
  /** How sure the answer was. */
  confidence: number;
}

/** Above this the words of the documents were enough: the question would teach nothing. */
const sureAnyway = 0.9;

/** In the transaction of the rating: what it says about documents, and perhaps a question to learn. */
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
  // Of several documents nobody knows which one it was.
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
