import type { Desk } from '../../../platform/desk.ts';
import { languageOfMessage } from '../../../platform/text/message-language.ts';
import { inScope, type OrganizationScope } from '../../../platform/database/transaction.ts';
import { topicOf } from '../../search/text/topic.logic.ts';
import { stemFor } from '../../../platform/text/stem.ts';
import { questionInMessage } from '../../search/question/question-in-message.logic.ts';
import { groupingOf, type GapQuestion } from './gaps.logic.ts';
import { groupedQuestions, joinGaps, saveGap, ungroupedQuestions } from './questions.store.ts';

/** Small batches: each question is compared with all known ones, and answers wait meanwhile. */
const atOnce = 5;
const comparedWith = 2_000;

/**
 * Groups unanswered questions that ask the same. Returns whether all were grouped before `end`, a time of
 * `performance.now()`. One batch is grouped in any case, so that repeated runs come to an end.
 */
export async function groupQuestions(desk: Desk, scope: OrganizationScope, end: number): Promise<boolean> {
  for (;;) {
    const grouped = await groupBatch(desk, scope);
    if (grouped < atOnce) return true;
    if (performance.now() > end) return false;
  }
}

/** Returns the number of questions in the batch; fewer than `atOnce` if no more are left. */
async function groupBatch(desk: Desk, scope: OrganizationScope): Promise<number> {
  const model = desk.embedder?.model ?? null;
  const { due, known } = await inScope(desk.db, scope, async (tx) => {
    const due = await ungroupedQuestions(tx, scope, atOnce);
    return { due, known: due.length === 0 ? [] : await groupedQuestions(tx, scope, model, comparedWith) };
  });
  if (due.length === 0) return 0;
  const fresh = await withVectors(desk, due);
  const { gaps, joined } = groupingOf(
    await Promise.all(fresh.map(asGapQuestion)),
    await Promise.all(known.map(asGapQuestion)),
  );
  await inScope(desk.db, scope, async (tx) => {
    for (const { id, vector } of fresh) {
      const embedding = vector && model !== null ? { model, vector } : null;
      await saveGap(tx, scope, id, { gapId: gaps.get(id) ?? id, embedding });
    }
    for (const each of joined) await joinGaps(tx, scope, each);
  });
  return due.length;
}

interface UngroupedQuestion {
  id: string;
  question: string;
  gap_id: string | null;
}
interface ReadRow extends UngroupedQuestion {
  vector: Float32Array | null;
}

/** Adds vectors; without a model, or if it fails, words alone decide. */
async function withVectors({ embedder }: Desk, rows: readonly UngroupedQuestion[]): Promise<ReadRow[]> {
  const readable = await Promise.all(rows.map(async ({ question }) => embedder?.reads(await languageOf(question))));
  const texts = rows.flatMap(({ question }, at) => (readable[at] ? [questionInMessage(question)] : []));
  // The embedder logs its own failures.
  const vectors = embedder && texts.length > 0 ? await embedder.embed(texts, 'passages').catch(() => []) : [];
  let next = 0;
  return rows.map((row, at) => ({ ...row, vector: (readable[at] ? vectors[next++] : undefined) ?? null }));
}

async function asGapQuestion({ id, question, gap_id: gapId, vector }: ReadRow): Promise<GapQuestion> {
  return { id, gapId, vector, stems: topicOf(questionInMessage(question), stemFor(await languageOf(question))).stems };
}

const languageOf = async (question: string): Promise<string> => (await languageOfMessage(question)) ?? 'en';
