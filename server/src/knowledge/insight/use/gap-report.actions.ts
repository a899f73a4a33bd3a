import type { Gap } from '@desk/contract/analysis';
import type { Tx } from '../../../platform/database/database.ts';
import type { OrganizationScope } from '../../../platform/database/transaction.ts';
import { labelOf } from './gaps.logic.ts';
import { countQuestions, largestGaps } from './questions.store.ts';
import { countAnswers } from './use.store.ts';
import { dayAfter, dayOf, usedSince } from './usage-window.logic.ts';

const mostGaps = 50;
const examplesEach = 5;

export async function readGaps(tx: Tx, scope: OrganizationScope): Promise<Gap[]> {
  const gaps = await largestGaps(tx, scope, mostGaps);
  return gaps.map(({ id, questions, customers, best_score, last_asked_at, asked, decision_ids }) => ({
    id,
    label: labelOf(asked),
    questions,
    customers,
    examples: [...new Set(asked)].slice(0, examplesEach),
    best_score: Math.round(best_score * 1000) / 1000,
    last_asked_at: last_asked_at.toISOString(),
    decision_ids,
  }));
}

interface ByDay {
  readonly answers: ReadonlyMap<string, number>;
  readonly questions: ReadonlyMap<string, number>;
}

/**
 * Counts the answered and unanswered questions of the period. Only its first day, which is partial, is counted in the
 * database.
 */
export async function askedOf(tx: Tx, scope: OrganizationScope, { answers, questions }: ByDay, now: Date) {
  const since = usedSince(now);
  const first = dayOf(since);
  const before = dayAfter(first);
  const whole = (days: ReadonlyMap<string, number>) =>
    [...days].reduce((sum, [day, count]) => (day > first ? sum + count : sum), 0);
  return {
    answers: whole(answers) + (answers.get(first) ? await countAnswers(tx, scope, since, before) : 0),
    unanswered: whole(questions) + (questions.get(first) ? await countQuestions(tx, scope, since, before) : 0),
  };
}
