import type { OrganizationScope } from '../../platform/database/transaction.ts';
import type { Desk } from '../../platform/desk.ts';
import { explainConfidence, type ExplainedConfidence } from './answer/explain-confidence.logic.ts';
import { ask, type KnowledgeQuestion } from './search.ts';

/** How confident the model is in what it finds for the question, feature by feature. Reads only. */
export const explainAnswer = (
  desk: Desk,
  scope: OrganizationScope,
  question: KnowledgeQuestion,
): Promise<ExplainedConfidence | null> =>
  ask(desk, scope, question, ({ index, found, passages }) => explainConfidence({ index, found, passages }));
