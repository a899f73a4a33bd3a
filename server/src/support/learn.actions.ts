import { findConversation, findCustomer, findMessage, lastHandover, type OfReply } from '../conversations/index.ts';
import { learnFromReply } from '../knowledge/index.ts';
import type { Desk } from '../platform/desk.ts';
import { inScope } from '../platform/transaction.ts';

/** Where the knowledge had no answer and a person gave one, knowledge may learn where it stands. */
export async function learnFromPerson(
  desk: Desk,
  { organizationId, conversationId, messageId }: OfReply,
): Promise<void> {
  const scope = { organizationId };
  const told = await inScope(desk.db, scope, async (tx) => {
    const conversation = await findConversation(tx, scope, conversationId);
    const handover = conversation && (await lastHandover(tx, scope, conversationId));
    const isGap = handover?.reason === 'missing_knowledge' || handover?.reason === 'low_confidence';
    if (!conversation || !handover?.decision_id || !isGap) return null;
    const message = await findMessage(tx, scope, conversationId, messageId);
    const customer = await findCustomer(tx, scope, conversation.customer_id);
    const { name = null, email = null } = customer ?? {};
    return message
      ? { decisionId: handover.decision_id, conversationId, reply: message.text, customer: { name, email } }
      : null;
  });
  if (told) await learnFromReply(desk, scope, told);
}
