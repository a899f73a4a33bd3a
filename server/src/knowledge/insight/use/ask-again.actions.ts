import type { Desk } from '../../../platform/desk.ts';
import { inScope, type OrganizationScope } from '../../../platform/database/transaction.ts';
import { draftAnswer } from '../../search/find-for-answer.ts';
import { questionsToAskAgain, saveAskedAgain } from './questions.store.ts';

const atOnce = 50;

/**
 * Asks unanswered questions again after the knowledge has changed: a question that can be answered now is closed. Returns
 * whether all were asked before `end`, a time of `performance.now()`.
 */
export async function askAgain(
  desk: Desk,
  scope: OrganizationScope,
  { revision, end }: { revision: number; end: number },
): Promise<boolean> {
  for (;;) {
    const due = await inScope(desk.db, scope, (tx) => questionsToAskAgain(tx, scope, revision, atOnce));
    for (const { id, question, needed } of due) {
      if (performance.now() > end) return false;
      const draft = await draftAnswer(desk, scope, { question, history: [] });
      const closed = draft !== null && draft.confidence.value >= needed;
      await inScope(desk.db, scope, (tx) => saveAskedAgain(tx, scope, id, { asked_revision: revision, closed }));
    }
    if (due.length < atOnce) return true;
  }
}
