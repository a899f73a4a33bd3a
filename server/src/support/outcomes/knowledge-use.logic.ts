import type { Decision } from '@desk/contract/decisions';
import type { ConversationRow } from '../../conversations/index.ts';
import type { Known } from '../turn/known.logic.ts';
import type { Ruling } from '../../routing/index.ts';

interface DecisionTaken {
  conversation: Pick<ConversationRow, 'id' | 'customer_id' | 'channel'>;
  considered: {
    known: Pick<Known, 'message' | 'limits'>;
    basis: { knowledgeRevision: number };
    decision: Decision;
    ruling: Pick<Ruling, 'kept'>;
  };
  decisionId: string;
}

/** The use of knowledge by a decision: which documents were used, and whether the question found no answer. */
export function knowledgeUseOf({ conversation, considered, decisionId }: DecisionTaken) {
  const { known, basis, decision, ruling } = considered;
  return {
    decisionId,
    conversationId: conversation.id,
    customerId: conversation.customer_id,
    channel: conversation.channel,
    question: known.message.text,
    passageIds: passagesNamed(decision),
    documentIds: decision.answer?.citations.map((citation) => citation.document_id) ?? [],
    outcome: ruling.kept === 'question' ? ('nothing' as const) : useIn(decision),
    bestScore: decision.confidence?.value ?? 0,
    needed: known.limits.thresholds.answer,
    revision: basis.knowledgeRevision,
  };
}

/** The distinct passages that a decision names in its citations and its evidence. */
export const passagesNamed = ({ answer, evidence }: Decision): string[] => [
  ...new Set([...(answer?.citations ?? []), ...evidence].map((named) => named.chunk_id)),
];

function useIn({ outcome, reason }: Decision): 'used' | 'unanswered' | 'escalated' | 'nothing' {
  switch (outcome) {
    case 'answer':
    case 'draft':
      return 'used';
    case 'escalate':
      return reason === 'missing_knowledge' || reason === 'low_confidence' ? 'unanswered' : 'escalated';
    case 'clarify':
    case 'suppress':
      return 'nothing';
  }
}
