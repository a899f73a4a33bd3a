import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Desk } from '../../../platform/desk.ts';
import { inScope, type OrganizationScope } from '../../../platform/database/transaction.ts';
import { passagesById } from '../../library/passages/chunks.store.ts';
import { everyChunk } from '../../library/passages/every-chunk.ts';
import { knowledgeRevisionNow } from '../../library/passages/revision.store.ts';
import { findVersion } from '../../library/versions/versions.store.ts';
import { withKnowledge, type LiveKnowledge } from '../../search/loading/live-knowledge.ts';
import { everything, mayShow, rankIn } from '../../search/search.ts';
import { partnersOf } from '../findings/record-findings.store.ts';
import type { SimilarPassage } from '../study/study.ts';

const rivalsEach = 6;

/**
 * Passages of other documents about the claims of this one: those that retrieval finds for its sentences, and those of
 * documents known to contradict or repeat it, which a search from this side may miss.
 */
export async function similarDocuments(
  desk: Desk,
  scope: OrganizationScope,
  { id, language }: { id: string; language: string },
  searchTexts: readonly string[],
): Promise<SimilarPassage[]> {
  const ids = new Set<string>();
  // Read once: a document that changes meanwhile is examined after this one, and compared with it.
  const revision = await knowledgeRevisionNow(desk.db, scope);
  for (const quote of searchTexts) {
    const find = (live: LiveKnowledge) => {
      const question = { query: quote.slice(0, 300), limit: rivalsEach, language, reach: everything };
      const shows = mayShow(live, question, desk.clock.now());
      return rankIn(desk, scope, { live, question, includes: (other) => other !== id && shows(other) });
    };
    // One turn for each search, so that customers' questions and other requests come in between.
    await nextTurn();
    const { found } = await withKnowledge(desk, scope, find, revision);
    for (const { passageId } of found.ranked) ids.add(passageId);
  }
  const { found, partners } = await inScope(desk.db, scope, async (tx) => ({
    found: (ids.size > 0 ? await passagesById(tx, scope, [...ids]) : []) as SimilarPassage[],
    partners: await partnersOf(tx, scope, id, ['contradiction', 'near_duplicate']),
  }));
  const known = new Set(found.map(({ document_id }) => document_id));
  for (const { id: documentId, active_version: version } of partners) {
    if (known.has(documentId) || version === null) continue;
    const row = await inScope(desk.db, scope, (tx) => findVersion(tx, scope, documentId, version));
    const chunks = await everyChunk(desk, scope, { documentId, version });
    found.push(...chunks.map((chunk) => ({ ...chunk, title: row?.title ?? '' })));
  }
  return found;
}
