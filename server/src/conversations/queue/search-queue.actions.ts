import type { Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import type { ConversationRow } from '../record/conversations.store.ts';
import { listQueue, lookUpTag, lookUpWords, withWords, type QueueFilter, type QueuePage } from './queue.store.ts';

export interface Found {
  /** One more than `limit` if there is a next page. */
  found: ConversationRow[];
  /** The last conversation that an incomplete search examined: the next page begins after it. */
  examined: ConversationRow | null;
}

/** The most conversations examined for one page; the next page continues from there. */
const mostExamined = 2_000;
const firstBatch = 100;

/**
 * Lists the queue, filtered by the words of `q`, if any. If few conversations match, they are looked up and sorted; if many do, the
 * list is scanned in its order until the page is full.
 */
export async function findInQueue(
  tx: Tx,
  scope: OrganizationScope,
  { q, ...filter }: QueueFilter & { q?: string | undefined },
  page: QueuePage,
): Promise<Found> {
  const words = q?.trim();
  if (!words) return { found: await listTagged(tx, scope, filter, page), examined: null };
  const ids = await lookUpWords(tx, words);
  if (ids === null) return scanQueue(tx, scope, { filter, text: words }, page);
  return { found: ids.length === 0 ? [] : await listQueue(tx, scope, { ...filter, ids }, page), examined: null };
}

async function listTagged(tx: Tx, scope: OrganizationScope, filter: QueueFilter, page: QueuePage) {
  const ids = filter.tag_id ? await lookUpTag(tx, filter.tag_id) : null;
  return listQueue(tx, scope, ids ? { ...filter, ids } : filter, page);
}

async function scanQueue(
  tx: Tx,
  scope: OrganizationScope,
  { filter, text }: { filter: QueueFilter; text: string },
  page: QueuePage,
): Promise<Found> {
  const found: ConversationRow[] = [];
  let { after } = page;
  for (let examined = 0, size = firstBatch; ; examined += size, size *= 2) {
    const batch = (await listQueue(tx, scope, filter, { limit: size, after })).slice(0, size);
    const has = await withWords(tx, scope, { ids: batch.map(({ id }) => id), text });
    found.push(...batch.filter(({ id }) => has.has(id)));
    const last = batch.at(-1);
    if (found.length > page.limit) return { found, examined: null };
    if (!last || batch.length < size) return { found, examined: null };
    if (examined + size >= mostExamined) return { found, examined: last };
    after = {
      at: (filter.sort === 'waiting_since' ? last.waiting_since : last.updated_at)?.toISOString() ?? null,
      id: last.id,
    };
  }
}
