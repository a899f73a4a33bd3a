import type { Desk } from '../../platform/desk.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import { cosinesOf, nearestDocuments, type QuestionVector } from './embeddings/vector-distance.store.ts';
import {
  candidateIndex,
  shortlistDocuments,
  documentsTaughtLike,
  type LiveIndex,
  type Question,
  type Searchable,
} from './engine/index.ts';

/**
 * An article is scored as a whole, so whole documents are ranked: the most likely ones, with up to this many passages in
 * total.
 */
const mostRanked = 2_000;
/** The most documents that people taught a similar question. */
const mostTaught = 50;
/** The depth of the ranking by vector. */
const mostNear = 100;

export interface CandidateRequest {
  question: Question;
  /** Null: rank by words alone. */
  embedding: QuestionVector | null;
  /** A document that is always ranked: the probe checks whether it comes back. */
  documentId?: string | undefined;
}

/** The documents to rank for a question, for an organization that is too large to rank everything. */
export async function candidatesFor(
  desk: Desk,
  scope: OrganizationScope,
  index: LiveIndex,
  { question, embedding, documentId }: CandidateRequest,
): Promise<Searchable> {
  const byEmbedding = embedding
    ? await inScope(desk.db, scope, (tx) => nearestDocuments(tx, scope, embedding, mostNear))
    : [];
  const own = documentId === undefined ? [] : [documentId];
  const likely = shortlistDocuments(index, question, mostRanked);
  const taught = documentsTaughtLike(index, question, mostTaught);
  const documentIds = new Set([...own, ...taught, ...byEmbedding, ...likely]);
  const cosines =
    embedding && (await inScope(desk.db, scope, (tx) => cosinesOf(tx, scope, embedding, [...documentIds])));
  return candidateIndex(index, question, { documentIds, cosines });
}
