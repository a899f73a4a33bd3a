import type { RateMessage } from '@desk/contract/feedback';
import type { Acting } from '../../access/index.ts';
import { rate } from '../../conversations/index.ts';
import { recordRating } from '../../knowledge/index.ts';
import type { Desk } from '../../platform/desk.ts';
import type { Tx } from '../../platform/database/database.ts';

interface Wished {
  id: string;
  message_id: string;
  wish: RateMessage;
}

/** Stores the rating and records it for the documents in knowledge, in one transaction. Throws 404; 409 `not_an_answer`. */
export async function rateAnswer(desk: Desk, tx: Tx, acting: Acting, wished: Wished) {
  const { feedback, isFirst, message, customer, behind } = await rate(desk, tx, acting, wished);
  await recordRating(desk, tx, acting, {
    messageId: feedback.message_id,
    conversationId: feedback.conversation_id,
    ratedBy: feedback.rated_by,
    rating: feedback.rating,
    citations: message.citations,
    question: behind?.question ?? null,
    confidence: behind?.confidence ?? 0,
    customer,
  });
  return { feedback, isFirst };
}
