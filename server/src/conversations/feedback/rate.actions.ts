import type { RateMessage } from '@desk/contract/feedback';
import { recordEdit, type Acting } from '../../access/index.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Desk } from '../../platform/desk.ts';
import { conflict, notFound } from '../../platform/http/errors.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import { findConversation, findCustomer, type CustomerRow } from '../record/conversations.store.ts';
import { lockFeedback, replaceFeedback, type FeedbackRow } from './feedback.store.ts';
import { findDecision } from '../record/history.store.ts';
import { customerWordsIn, findMessage, type MessageRow } from '../record/messages.store.ts';

interface RatingWish {
  id: string;
  message_id: string;
  wish: RateMessage;
}

/** A rating, with what the caller needs to learn from it. */
interface RatedMessage {
  feedback: FeedbackRow;
  isFirst: boolean;
  message: MessageRow;
  customer: Pick<CustomerRow, 'name' | 'email'>;
  /** The customer's question and the answer's confidence; null if the message has no decision. */
  behind: { question: string; confidence: number } | null;
}

/**
 * Stores a person's rating of a message and replaces their earlier one. Only the AI's replies and drafts can be rated: a
 * draft that a person has sent is that person's message. 404; 409 `not_an_answer`.
 */
export async function rate(
  desk: Desk,
  tx: Tx,
  acting: Acting,
  { id, message_id: messageId, wish }: RatingWish,
): Promise<RatedMessage> {
  const conversation = await findConversation(tx, acting, id);
  const message = conversation && (await findMessage(tx, acting, id, messageId));
  if (!conversation || !message) throw notFound();
  if (message.kind !== 'ai' && message.kind !== 'draft')
    throw conflict('not_an_answer', sentence`Only replies and drafts by Frontdesk can be rated.`);
  const before = await lockFeedback(tx, acting, { messageId, ratedBy: acting.actor.id });
  const feedback = await replaceFeedback(tx, {
    organization_id: acting.organizationId,
    message_id: messageId,
    conversation_id: id,
    rated_by: acting.actor.id,
    rated_by_name: acting.actor.name,
    rating: wish.rating,
    reason: wish.reason ?? null,
    comment: wish.comment ?? null,
    rated_at: desk.clock.now(),
  });
  const subject = { type: 'message', id: messageId };
  recordEdit<Pick<FeedbackRow, 'rating'>, 'rating'>(desk, tx, acting, {
    action: 'message.rated',
    subject,
    before: before ? { rating: before.rating } : {},
    after: { rating: feedback.rating },
    fields: ['rating'],
  });
  const customer = await findCustomer(tx, acting, conversation.customer_id);
  return {
    feedback,
    isFirst: !before,
    message,
    customer: { name: customer?.name ?? null, email: customer?.email ?? null },
    behind: await behindOf(tx, acting, message),
  };
}

async function behindOf(tx: Tx, scope: OrganizationScope, message: MessageRow): Promise<RatedMessage['behind']> {
  const decision = message.decision_id ? await findDecision(tx, scope, message.decision_id) : undefined;
  if (!decision || decision.message_ids.length === 0) return null;
  const words = await customerWordsIn(tx, scope, decision.message_ids);
  const question = words.map(({ text }) => text).join('\n');
  return { question, confidence: decision.record.confidence?.value ?? 0 };
}
