import { findConversation, findCustomer, findMessage, lastHandover, type OfReply } from '../../conversations/index.ts';
import { learnFromReply } from '../../knowledge/index.ts';
import type { Desk } from '../../platform/desk.ts';
import type { Tx } from '../../platform/database/database.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';

/** Where the knowledge had no answer and a person gave one, knowledge may learn where it stands. */
export async function learnFromPerson(desk: Desk, of: OfReply): Promise<void> {
  const scope = { organizationId: of.organizationId };
  const told = await inScope(desk.db, scope, (tx) => replyToGap(tx, scope, of));
  if (told) await learnFromReply(desk, scope, told);
}

/** What a person wrote about a question that was handed over because knowledge was missing; null when it was for another reason. */
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
