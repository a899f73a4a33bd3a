import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import type { ConversationRow } from '../record/conversations.store.ts';

type Budgeted = Pick<ConversationRow, 'id' | 'budget_from_seq'>;

const dayOf = (now: Date) => now.toISOString().slice(0, 10);

/** Adds tokens to what the conversation has used today. */
export async function countTokens(
  tx: Tx,
  scope: OrganizationScope,
  conversation: Budgeted,
  { input, output, now }: { input: number; output: number; now: Date },
): Promise<void> {
  await tx
    .insertInto('model_use')
    .values({
      organization_id: scope.organizationId,
      day: dayOf(now),
      conversation_id: conversation.id,
      budget_from_seq: conversation.budget_from_seq,
      input_tokens: input,
      output_tokens: output,
    })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'day', 'conversation_id', 'budget_from_seq']).doUpdateSet({
        input_tokens: sql`model_use.input_tokens + excluded.input_tokens`,
        output_tokens: sql`model_use.output_tokens + excluded.output_tokens`,
      }),
    )
    .execute();
}

/** Tokens in and out: of the conversation in its present budget, and of the organization today (UTC). */
export async function tokensUsed(
  tx: Tx,
  scope: OrganizationScope,
  conversation: Budgeted,
  now: Date,
): Promise<{ conversation: number; day: number }> {
  const sum = sql<number>`coalesce(sum(input_tokens + output_tokens), 0)::float8`.as('tokens');
  const ofConversation = await tx
    .selectFrom('model_use')
    .select(sum)
    .where('organization_id', '=', scope.organizationId)
    .where('conversation_id', '=', conversation.id)
    .where('budget_from_seq', '=', conversation.budget_from_seq)
    .executeTakeFirstOrThrow();
  const ofDay = await tx
    .selectFrom('model_use')
    .select(sum)
    .where('organization_id', '=', scope.organizationId)
    .where('day', '=', dayOf(now))
    .executeTakeFirstOrThrow();
  return { conversation: ofConversation.tokens, day: ofDay.tokens };
}
