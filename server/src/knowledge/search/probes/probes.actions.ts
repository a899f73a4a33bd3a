import type { Desk } from '../../../platform/desk.ts';
import { inScope, type OrganizationScope } from '../../../platform/database/transaction.ts';
import { chunksAt } from '../../library/passages/chunks.store.ts';
import { withKnowledge, type LiveKnowledge } from '../loading/live-knowledge.ts';
import { placesToProbe, probesOf } from './probes.logic.ts';
import { leastRecentlyProbed, probedDocument, saveProbes } from './probes.store.ts';
import { everything, forCustomers, mayShow, rankIn, type KnowledgeQuestion } from '../search.ts';

/** Among how many results a document has to come back. */
const among = 5;
/** More documents than there is time for. */
const mostAtOnce = 500;

/**
 * Asks the real retrieval, as those do who may read the document, for it by its own words and keeps how often it came back.
 * It counts as shown while it is asked for, so that switching its collection on needs no new proof.
 */
export async function probeRetrieval(desk: Desk, scope: OrganizationScope, documentId: string): Promise<void> {
  const probes = await inScope(desk.db, scope, async (tx) => {
    const document = await probedDocument(tx, scope, documentId);
    if (!document) return null;
    const { active_version: version, chunk_count: passages } = document;
    const chunks = await chunksAt(tx, scope, { documentId, version }, placesToProbe(passages));
    const reach = document.audience === 'customers' ? forCustomers : everything;
    return { version, reach, questions: probesOf({ title: document.title, chunks }) };
  });
  if (!probes) return;
  const passed = await withKnowledge(desk, scope, async (live) => {
    let count = 0;
    for (const query of probes.questions) {
      const question = { query, limit: among, reach: probes.reach };
      if (await comesBack(desk, scope, { live, question, documentId })) count++;
    }
    return count;
  });
  const result = { version: probes.version, passed, total: probes.questions.length };
  await inScope(desk.db, scope, (tx) => saveProbes(tx, scope, documentId, { ...result, now: desk.clock.now() }));
}

async function comesBack(
  desk: Desk,
  scope: OrganizationScope,
  { live, question, documentId }: { live: LiveKnowledge; question: KnowledgeQuestion; documentId: string },
): Promise<boolean> {
  const others = mayShow(live, question, desk.clock.now());
  const includes = (id: string) => id === documentId || others(id);
  const { found } = await rankIn(desk, scope, { live, question, includes, documentId });
  return found.ranked.some((each) => each.documentId === documentId);
}

/** Newer documents may outrank older ones: asks again for those that were asked longest ago, as far as the time goes. */
export async function reprobeOldest(desk: Desk, scope: OrganizationScope, milliseconds: number): Promise<void> {
  const end = performance.now() + milliseconds;
  const ids = await inScope(desk.db, scope, (tx) => leastRecentlyProbed(tx, scope, mostAtOnce));
  for (const { id } of ids) {
    if (performance.now() > end) return;
    await probeRetrieval(desk, scope, id);
  }
}
