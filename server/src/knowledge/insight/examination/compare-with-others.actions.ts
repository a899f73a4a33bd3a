import type { Desk } from '../../../platform/desk.ts';
import type { OrganizationScope } from '../../../platform/database/transaction.ts';
import { mostContradictions } from '../study/comparison.logic.ts';
import type { NewFinding } from '../findings/finding.logic.ts';
import { namesAmong } from './names-in-documents.ts';
import { mayBeNames, namedApart } from '../study/names.logic.ts';
import { similarDocuments } from './similar-documents.actions.ts';
import { studyDocument } from '../study/study-in-thread.ts';
import type { Subject } from '../study/study.ts';

/** What a document contradicts in others, and repeats of them; those whose titles name other things may say other things. */
export async function comparedWithOthers(
  desk: Desk,
  scope: OrganizationScope,
  { subject, telling }: { subject: Subject; telling: readonly string[] },
): Promise<{ opposed: NewFinding[]; repeated: NewFinding[] }> {
  const { title, language } = subject;
  const similar = await similarDocuments(desk, scope, subject, telling);
  if (similar.length === 0) return { opposed: [], repeated: [] };
  const { against: found, repeated } = await studyDocument({ kind: 'compare', subject, similar });
  const against = similar.flatMap((rival, at) => {
    const each = found[at] ?? [];
    return each.length > 0 ? [{ title: rival.title, found: each }] : [];
  });
  const words = new Set([subject, ...against].flatMap((side) => mayBeNames(side.title, language)));
  const names = against.length === 0 ? new Set<string>() : await namesAmong(desk, scope, words, language);
  const named = (text: string) => mayBeNames(text, language).filter((word) => names.has(word));
  const standing = against.filter((side) => !namedApart(named(title), named(side.title)));
  const byCause = new Map(standing.flatMap((side) => side.found).map((each) => [each.cause, each]));
  return { opposed: [...byCause.values()].slice(0, mostContradictions), repeated };
}
