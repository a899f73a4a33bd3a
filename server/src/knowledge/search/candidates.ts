import type { Desk } from '../../platform/desk.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import { cosinesOf, nearestDocuments, type QuestionVector } from './embeddings/vector-distance.store.ts';
import {
  stemsToLookUp,
  candidateIndex,
  shortlistDocuments,
  documentsTaughtLike,
  type LiveIndex,
  type Question,
  type Searchable,
} from './engine/index.ts';
import { documentsWith } from '../library/passages/terms.store.ts';

/** Limits: the passages that contain the question's selective stems, and the documents that the database returns. */
const mostMatches = 4_000;
const mostNamed = 4_000;
/**
 * An article is scored as a whole, so whole documents are ranked: the most likely ones, with up to this many passages in
 * total.
 */
const mostRanked = 2_500;
/** The most documents that people taught a similar question. */
const mostTaught = 50;
/** The depth of the ranking by vector. */
const mostNear = 100;

export interface CandidateRequest {
  question: Question;
  /** Null: rank by words alone. */
  embedding: QuestionVector | null;
  collections: readonly string[];
  /** A document that is always ranked: the probe checks whether it comes back. */
  documentId?: string | undefined;
}

/** The documents that the database finds for a question, for an organization that is too large to rank everything. */
export async function candidatesFor(
  desk: Desk,
  scope: OrganizationScope,
  index: LiveIndex,
  { question, embedding, collections, documentId }: CandidateRequest,
): Promise<Searchable> {
  const { stems, passages } = stemsToLookUp(index, question, mostMatches);
  const ranked = passages > mostMatches;
  const named = await inScope(desk.db, scope, async (tx) => ({
    byWords: await documentsWith(tx, { stems, collections, ranked, most: mostNamed }),
    byEmbedding: embedding ? await nearestDocuments(tx, scope, embedding, mostNear) : [],
  }));
  const own = documentId === undefined ? [] : [documentId];
  const likely = shortlistDocuments(index, question, { documentIds: named.byWords, most: mostRanked });
  const taught = documentsTaughtLike(index, question, mostTaught);
  const documentIds = new Set([...own, ...taught, ...named.byEmbedding, ...likely]);
  const cosines =
    embedding && (await inScope(desk.db, scope, (tx) => cosinesOf(tx, scope, embedding, [...documentIds])));
  return candidateIndex(index, question, { documentIds, cosines });
}
