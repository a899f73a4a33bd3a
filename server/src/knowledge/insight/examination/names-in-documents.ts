import type { Desk } from '../../../platform/desk.ts';
import { inScope, type OrganizationScope } from '../../../platform/database/transaction.ts';
import { passagesById } from '../../library/passages/chunks.store.ts';
import { withKnowledge } from '../../search/loading/live-knowledge.ts';
import { mayShow, rankIn } from '../../search/search.ts';
import { isName } from '../study/names.logic.ts';

/** How many passages are read to see how a word is written. */
const looked = 20;

/** Those of the words that the organization's documents use as names. */
export async function namesAmong(
  desk: Desk,
  scope: OrganizationScope,
  words: Iterable<string>,
  language: string,
): Promise<Set<string>> {
  const names = new Set<string>();
  for (const word of new Set(words)) {
    const texts = await passagesWith(desk, scope, word, language);
    if (isName(word, texts)) names.add(word);
  }
  return names;
}

async function passagesWith(desk: Desk, scope: OrganizationScope, word: string, language: string): Promise<string[]> {
  const { found } = await withKnowledge(desk, scope, (live) => {
    const question = { query: word, limit: looked, language };
    return rankIn(desk, scope, { live, question, includes: mayShow(live, question, desk.clock.now()) });
  });
  const ids = found.ranked.map(({ passageId }) => passageId);
  if (ids.length === 0) return [];
  const passages = await inScope(desk.db, scope, (tx) => passagesById(tx, scope, ids));
  return passages.map(({ text }) => text);
}
