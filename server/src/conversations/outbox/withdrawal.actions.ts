import type { Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import type { ConversationRow } from '../record/conversations.store.ts';
import { changeHandover } from '../record/history.store.ts';
import { answersNothing, retractWords } from '../record/messages.store.ts';
import { withdrawWords, type OutboxRow } from './outbox.store.ts';
import { unansweredSince } from './unanswered.store.ts';

/** Withdraws unsent automatic messages. Returns the time since which the customer waits without them, or null if nobody waits. */
export async function withdrawUnsentWords(
  tx: Tx,
  scope: OrganizationScope,
  row: ConversationRow,
): Promise<Date | null> {
  const withdrawn = await withdrawWords(tx, row);
  for (const words of withdrawn) {
    await unsay(tx, scope, words);
    // If the outcome of the notice is unknown, the customer does not count as notified either.
    if (words.handover_id) await changeHandover(tx, scope, words.handover_id, { message_sent: null });
  }
  return withdrawn.length === 0 ? null : unansweredSince(tx, scope, row.id);
}

export type WithdrawnWords = Pick<OutboxRow, 'conversation_id' | 'state' | 'message_id' | 'handover_id'>;

/**
 * Undoes the effect of an automatic message that will not be sent any more: it does not count as an answer. If it may have arrived,
 * it stays in the thread, and the AI answers again only if a person hands the conversation back.
 */
export async function unsay(tx: Tx, scope: OrganizationScope, words: WithdrawnWords): Promise<void> {
  const { conversation_id, state, message_id, handover_id } = words;
  if (message_id === null) return;
  if (state !== 'cancelled') {
    await answersNothing(tx, scope, message_id);
    return;
  }
  await retractWords(tx, scope, conversation_id, message_id);
  if (handover_id) await changeHandover(tx, scope, handover_id, { message_sent: null });
}
