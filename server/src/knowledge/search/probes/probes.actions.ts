import type { Desk } from '../../../platform/desk.ts';
import { inScope, type OrganizationScope } from '../../../platform/database/transaction.ts';
import { chunksAt } from '../../library/passages/chunks.store.ts';
import { withKnowledge, type LiveKnowledge } from '../loading/live-knowledge.ts';
import { placesToProbe, probesOf } from './probes.logic.ts';
import { leastRecentlyProbed, probedDocument, saveProbes } from './probes.store.ts';
import { everything, forCustomers, mayShow, rankIn, type KnowledgeQuestion } from '../search.ts';

/** A probe passes if the document is among this many results. */
const among = 5;
/** An upper limit that the available time never reaches. */
const mostAtOnce = 500;

/**
 * Searches for a document by its own words, with the reach of its readers, and stores how often it came back. The document
 * counts as shown during the probe, so that switching its collection on needs no new probe.
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

/** Probes the least recently probed documents again, as far as the time allows: newer documents may outrank them. */
export async function reprobeOldest(desk: Desk, scope: OrganizationScope, milliseconds: number): Promise<void> {
  const end = performance.now() + milliseconds;
  const ids = await inScope(desk.db, scope, (tx) => leastRecentlyProbed(tx, scope, mostAtOnce));
  for (const { id } of ids) {
    if (performance.now() > end) return;
    await probeRetrieval(desk, scope, id);
  }
}
