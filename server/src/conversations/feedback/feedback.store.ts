import { sql, type Insertable, type Selectable } from 'kysely';
import type { Tables, Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import '../record/conversations.tables.ts';

export type FeedbackRow = Selectable<Tables['message_feedback']>;

/** Locks this person's earlier rating of the message, if there is one. */
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

/** Replaces the same person's earlier rating of the message. */
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

/** The ratings of these messages, oldest first. */
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

/** An answer's decision and its ratings; undefined if there is no such message, or if no decision stands behind it. */
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
