import { findConversation, findCustomer, findMessage, lastHandover, type OfReply } from '../../conversations/index.ts';
import { learnFromReply } from '../../knowledge/index.ts';
import type { Desk } from '../../platform/desk.ts';
import type { Tx } from '../../platform/database/database.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';

/** Passes a person's answer on to knowledge if it fills a gap. */
export async function learnFromPerson(desk: Desk, of: OfReply): Promise<void> {
  const scope = { organizationId: of.organizationId };
  const reply = await inScope(desk.db, scope, (tx) => replyToGap(tx, scope, of));
  if (reply) await learnFromReply(desk, scope, reply);
}

/** Returns a person's reply to a question that was handed over for missing knowledge; null if it was handed over for another reason. */
async function replyToGap(tx: Tx, scope: OrganizationScope, { conversationId, messageId }: OfReply) {
  const conversation = await findConversation(tx, scope, conversationId);
  const handover = conversation && (await lastHandover(tx, scope, conversationId));
  const isGap = handover?.reason === 'missing_knowledge' || handover?.reason === 'low_confidence';
  if (!conversation || !handover?.decision_id || !isGap) return null;
  const message = await findMessage(tx, scope, conversationId, messageId);
  if (!message) return null;
  const customer = await findCustomer(tx, scope, conversation.customer_id);
  return {
    decisionId: handover.decision_id,
    conversationId,
    reply: message.text,
    customer: { name: customer?.name ?? null, email: customer?.email ?? null },
  };
}
