import type { Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import type { ConversationRow } from '../record/conversations.store.ts';
import { changeHandover } from '../record/history.store.ts';
import { answersNothing, retractWords } from '../record/messages.store.ts';
import { withdrawWords, type OutboxRow } from './outbox.store.ts';
import { unansweredSince } from './unanswered.store.ts';

/** Takes back what machines were about to say. Since when the customer waits without it; null: nobody does. */
export async function withdrawUnsentWords(
  tx: Tx,
  scope: OrganizationScope,
  row: ConversationRow,
): Promise<Date | null> {
  const withdrawn = await withdrawWords(tx, row);
  for (const words of withdrawn) {
    await unsay(tx, scope, words);
    // If it is unknown whether a notice arrived, the customer does not count as notified, either.
    if (words.handover_id) await changeHandover(tx, scope, words.handover_id, { message_sent: null });
  }
  return withdrawn.length === 0 ? null : unansweredSince(tx, scope, row.id);
}

export type WithdrawnWords = Pick<OutboxRow, 'conversation_id' | 'state' | 'message_id' | 'handover_id'>;

/**
 * A machine's words that will not be sent any more are no answer. What may have arrived stays in the thread all the
 * same; it is said again only when a person wants that, by handing the conversation back.
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
