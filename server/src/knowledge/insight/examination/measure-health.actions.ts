import type { Tx } from '../../../platform/database/database.ts';
import type { OrganizationScope } from '../../../platform/database/transaction.ts';
import { conditionOf, healthOf, type HealthFacts } from '../health/health.logic.ts';
import { lastRun } from './examination.store.ts';
import { troubles } from '../read-model/read-model.store.ts';
import { countQuestions } from '../use/questions.store.ts';
import { countAnswers } from '../use/use.store.ts';
import { usedSince } from '../use/usage-window.logic.ts';

/** How well these documents are, and how many of the questions of the last weeks they could answer. */
export async function measureHealth(tx: Tx, scope: OrganizationScope, documents: HealthFacts['documents'], now: Date) {
  const troubled = (await lastRun(tx, scope)) ? await troubles(tx, scope) : null;
  return healthOf(conditionOf({ documents, troubled }, now), {
    answers: await countAnswers(tx, scope, usedSince(now)),
    unanswered: await countQuestions(tx, scope, usedSince(now)),
  });
}
