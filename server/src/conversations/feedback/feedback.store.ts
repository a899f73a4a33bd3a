import { sql, type Insertable, type Selectable } from 'kysely';
import type { Tables, Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import '../record/conversations.tables.ts';

export type FeedbackRow = Selectable<Tables['message_feedback']>;

/** The rating of this person before, if there is one; locked. */
export const lockFeedback = (
  tx: Tx,
  scope: OrganizationScope,
  of: { messageId: string; ratedBy: string },
): Promise<FeedbackRow | undefined> =>
  tx
    .selectFrom('message_feedback')
    .selectAll()
    .where('organization_id', '=', scope.organizationId)
    .where('message_id', '=', of.messageId)
    .where('rated_by', '=', of.ratedBy)
    .forUpdate()
    .executeTakeFirst();

/** In place of what the same person said of the message before. */
export const replaceFeedback = (tx: Tx, row: Insertable<Tables['message_feedback']>): Promise<FeedbackRow> =>
  tx
    .insertInto('message_feedback')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'message_id', 'rated_by']).doUpdateSet({
        rated_by_name: sql`excluded.rated_by_name`,
        rating: sql`excluded.rating`,
        reason: sql`excluded.reason`,
        comment: sql`excluded.comment`,
        rated_at: sql`excluded.rated_at`,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();

/** What people think of these messages, in the order in which they said it. */
export const feedbackOnMessages = async (tx: Tx, scope: OrganizationScope, messageIds: readonly string[]) =>
  messageIds.length === 0
    ? []
    : tx
        .selectFrom('message_feedback')
        .selectAll()
        .where('organization_id', '=', scope.organizationId)
        .where('message_id', 'in', messageIds)
        .orderBy('rated_at')
        .orderBy('rated_by')
        .execute();

/** The decision that an answer came from, and what people think of it; undefined for what is no message, or none of the desk's. */
export async function ratedAnswer(tx: Tx, scope: OrganizationScope, messageId: string) {
  const message = await tx
    .selectFrom('message')
    .select('decision_id')
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', messageId)
    .executeTakeFirst();
  if (!message?.decision_id) return undefined;
  return { decisionId: message.decision_id, feedback: await feedbackOnMessages(tx, scope, [messageId]) };
}
