import type { Desk } from '../../platform/desk.ts';
import { languageOfMessage } from '../../platform/language/message-language.ts';
import { inScope, type OrganizationScope } from '../../platform/transaction.ts';
import { topicOf } from '../findings/topic.logic.ts';
import { stemFor } from '../retrieval/stem.ts';
import { gapsFor, type Asked } from './gaps.logic.ts';
import { groupedQuestions, saveGap, ungroupedQuestions } from './questions.store.ts';

const atOnce = 500;
const comparedWith = 3_000;

/** Puts questions that nobody could answer together with those that ask the same. */
export async function groupQuestions(desk: Desk, scope: OrganizationScope): Promise<void> {
  const { fresh, known } = await inScope(desk.db, scope, async (tx) => ({
    fresh: await ungroupedQuestions(tx, scope, atOnce),
    known: await groupedQuestions(tx, scope, comparedWith),
  }));
  if (fresh.length === 0) return;
  const gaps = gapsFor(await Promise.all(fresh.map(asAsked)), await Promise.all(known.map(asAsked)));
  await inScope(desk.db, scope, async (tx) => {
    for (const [id, gapId] of gaps) await saveGap(tx, scope, id, gapId);
  });
  if (fresh.length === atOnce) await groupQuestions(desk, scope);
}

type Row = Awaited<ReturnType<typeof ungroupedQuestions>>[number];

async function asAsked({ id, question, gap_id: gapId }: Row): Promise<Asked> {
  const language = (await languageOfMessage(question)) ?? 'en';
  return { id, gapId, stems: topicOf(question, stemFor(language)).stems };
}
