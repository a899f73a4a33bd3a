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

/** What the question's telling stems may stand in together, and the documents that the database names at most. */
const mostMatches = 4_000;
const mostNamed = 4_000;
/** Whole documents are ranked, since an article is scored as a whole: the likeliest ones, up to this many passages together. */
const mostRanked = 2_500;
/** Documents that people taught a question like this one. */
const mostTaught = 50;
/** To this depth ranks by vector are given. */
const mostNear = 100;

export interface CandidateRequest {
  question: Question;
  /** Null: by words alone. */
  embedding: QuestionVector | null;
  collections: readonly string[];
  /** One that is ranked in any case: it is asked whether it comes back. */
  documentId?: string | undefined;
}

/** Of an organization that is too large to rank everything: the documents that the database names for this question. */
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
