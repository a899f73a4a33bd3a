import type { Channel } from '@desk/contract/conversations';
import type { Desk } from '../../../platform/desk.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/process/ids.ts';
import type { OrganizationScope } from '../../../platform/database/transaction.ts';
import { announceKnowledgeChange } from '../../library/announce-change.actions.ts';
import { keepPassages } from '../../library/passages/recorded-passages.store.ts';
import { insertQuestion } from './questions.store.ts';
import { insertCitations, markEscalated } from './use.store.ts';

/** The outcome of a customer's question. */
interface KnowledgeUse {
  decisionId: string;
  conversationId: string;
  customerId: string;
  channel: Channel;
  question: string;
  /** The documents that the answer cites, whether or not it was given. */
  documentIds: readonly string[];
  /** The passages that the decision's record names; they are kept with it. */
  passageIds: readonly string[];
  /**
   * `used`: answered or drafted. `unanswered`: escalated because the knowledge had no answer. `escalated`: for another
   * reason. `nothing`: a question back, or no reply.
   */
  outcome: 'used' | 'unanswered' | 'escalated' | 'nothing';
  /** The confidence of the best answer; 0 if there was none. */
  bestScore: number;
  /** The confidence that would have been enough. */
  needed: number;
  /** The knowledge revision that was searched. */
  revision: number;
}

/** A person has taken the conversation over from the AI: its answers count as insufficient. */
export const recordTakeover = (tx: Tx, scope: OrganizationScope, conversationId: string) =>
  markEscalated(tx, scope, conversationId);

const longestQuestion = 500;

/** Run it in the transaction of the decision, once for each decision. */
export async function recordUse(desk: Desk, tx: Tx, scope: OrganizationScope, use: KnowledgeUse): Promise<void> {
  const { decisionId, conversationId, outcome, passageIds } = use;
  const documentIds = [...new Set(use.documentIds)].sort();
  if (outcome === 'nothing' || documentIds.length === 0) await keepPassages(tx, scope, passageIds);
  if (outcome === 'nothing') return;
  const at = desk.clock.now();
  const escalated = outcome !== 'used';
  if (escalated) await markEscalated(tx, scope, conversationId);
  if (documentIds.length > 0)
    await insertCitations(tx, scope, { decisionId, conversationId, documentIds, escalated, at }, passageIds);
  const question = use.question.trim().slice(0, longestQuestion);
  if (outcome !== 'unanswered' || question === '') return;
  await insertQuestion(tx, {
    organization_id: scope.organizationId,
    id: newId(at.getTime()),
    decision_id: decisionId,
    customer_id: use.customerId,
    channel: use.channel,
    question,
    best_score: use.bestScore,
    needed: use.needed,
    asked_revision: use.revision,
    gap_id: null,
    asked_at: at,
  });
  await announceKnowledgeChange(desk, tx, scope);
}
