import type { OrganizationScope } from '../../platform/database/transaction.ts';
import type { Desk } from '../../platform/desk.ts';
import { explainConfidence, type ExplainedConfidence } from './answer/explain-confidence.logic.ts';
import { ask, type KnowledgeQuestion } from './search.ts';

/** Explains the confidence in the best section for a question, feature by feature. Reads only. */
export const explainAnswer = (
  desk: Desk,
  scope: OrganizationScope,
  question: KnowledgeQuestion,
): Promise<ExplainedConfidence | null> =>
  ask(desk, scope, question, ({ index, found, passages }) => explainConfidence({ index, found, passages }));
