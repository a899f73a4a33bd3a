import type { Feedback } from '@desk/contract/feedback';
import type { FeedbackRow } from './feedback.store.ts';

export const viewFeedback = (row: FeedbackRow): Feedback => ({
  message_id: row.message_id,
  conversation_id: row.conversation_id,
  rating: row.rating,
  reason: row.reason,
  comment: row.comment,
  rated_by: { id: row.rated_by, name: row.rated_by_name },
  rated_at: row.rated_at.toISOString(),
});
