import type { Desk } from '../../../platform/desk.ts';
import { type OrganizationScope, inScope } from '../../../platform/database/transaction.ts';
import { mostContradictions } from '../study/comparison.logic.ts';
import type { NewFinding } from '../findings/finding.logic.ts';
import { mayBeNames, namedApart, isName } from '../study/names.logic.ts';
import { similarDocuments } from './similar-documents.actions.ts';
import { studyDocument } from '../study/study-in-thread.ts';
import type { StudiedDocument } from '../study/study.ts';
import { passagesById } from '../../library/passages/chunks.store.ts';
import { withKnowledge } from '../../search/loading/live-knowledge.ts';
import { everything, mayShow, rankIn } from '../../search/search.ts';

/**
 * The contradictions between a document and others, and the passages that it repeats. Documents whose titles name different
 * things may differ.
 */
export async function comparedWithOthers(
  desk: Desk,
  scope: OrganizationScope,
  { subject, searchTexts }: { subject: StudiedDocument; searchTexts: readonly string[] },
): Promise<{ contradictions: NewFinding[]; repeated: NewFinding[] }> {
  const { title, language } = subject;
  const similar = await similarDocuments(desk, scope, subject, searchTexts);
  if (similar.length === 0) return { contradictions: [], repeated: [] };
  const { against: found, repeated } = await studyDocument({ kind: 'compare', subject, similar });
  const against = similar.flatMap((rival, at) => {
    const each = found[at] ?? [];
    return each.length > 0 ? [{ title: rival.title, found: each }] : [];
  });
  const words = new Set([subject, ...against].flatMap((side) => mayBeNames(side.title, language)));
  const names = against.length === 0 ? new Set<string>() : await namesAmong(desk, scope, words, language);
  const named = (text: string) => mayBeNames(text, language).filter((word) => names.has(word));
  const remaining = against.filter((side) => !namedApart(named(title), named(side.title)));
  const byCause = new Map(remaining.flatMap((side) => side.found).map((each) => [each.cause, each]));
  return { contradictions: [...byCause.values()].slice(0, mostContradictions), repeated };
}

/** The number of passages that are read to see how a word is written. */
const samplePassages = 20;

/** The words that the organization's documents use as names. */
async function namesAmong(
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
    const question = { query: word, limit: samplePassages, language, reach: everything };
    return rankIn(desk, scope, { live, question, includes: mayShow(live, question, desk.clock.now()) });
  });
  const ids = found.ranked.map(({ passageId }) => passageId);
  if (ids.length === 0) return [];
  const passages = await inScope(desk.db, scope, (tx) => passagesById(tx, scope, ids));
  return passages.map(({ text }) => text);
}
