import type { Tx } from '../platform/database.ts';
import type { OrganizationScope } from '../platform/transaction.ts';
import { healthOf } from './analysis.logic.ts';
import type { AnalysedDocument } from './analysis.store.ts';
import { lastRun } from './findings/examination.store.ts';
import { troubledDocuments } from './findings/findings.store.ts';
import { countQuestions } from './use/questions.store.ts';
import { countAnswers } from './use/use.store.ts';
import { usedSince } from './use/window.logic.ts';

/** How well these documents are, and how many of the questions of the last weeks they could answer. */
export async function measureHealth(
  tx: Tx,
  scope: OrganizationScope,
  documents: readonly AnalysedDocument[],
  now: Date,
) {
  const facts = {
    documents,
    troubled: (await lastRun(tx, scope)) ? await troubledDocuments(tx, scope) : null,
    answers: await countAnswers(tx, scope, usedSince(now)),
    unanswered: await countQuestions(tx, scope, usedSince(now)),
  };
  return healthOf(facts, now);
}
