import type { Desk } from '../platform/desk.ts';
import { inScope, type OrganizationScope } from '../platform/transaction.ts';
import { cosinesOf, nearestDocuments, type Meaning } from './nearness.store.ts';
import { askedStems, candidateIndex, type Index, type Question, type Searchable } from './retrieval/index.ts';
import { documentsWith } from './terms.store.ts';

/** So many passages are ranked at most, or a little more: whole documents are, since an article is scored as a whole. */
const mostPassages = 4_000;
const mostDocuments = 1_500;
/** To this depth ranks by vector are given. */
const mostNear = 100;

export interface Wanted {
  question: Question;
  /** Null: by words alone. */
  meaning: Meaning | null;
  collections: readonly string[];
  /** One that is ranked in any case: it is asked whether it comes back. */
  documentId?: string | undefined;
}

/** Of an organization that is too large to rank everything: the documents that the database names for this question. */
export async function candidatesFor(
  desk: Desk,
  scope: OrganizationScope,
  index: Index,
  { question, meaning, collections, documentId }: Wanted,
): Promise<Searchable> {
  const { stems, passages } = askedStems(index, question, mostPassages);
  return inScope(desk.db, scope, async (tx) => {
    const ranked = passages > mostPassages;
    const byWords = await documentsWith(tx, { stems, collections, ranked, most: mostDocuments });
    const byMeaning = meaning ? await nearestDocuments(tx, scope, meaning, mostNear) : [];
    const own = documentId === undefined ? [] : [documentId];
    const documentIds = new Set([...own, ...byMeaning, ...byWords]);
    const cosines = meaning ? await cosinesOf(tx, scope, meaning, [...documentIds]) : null;
    return candidateIndex(index, question, { documentIds, cosines });
  });
}
