import { randomUUID } from 'node:crypto';
import type { Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import { lockConversation, type ConversationRow } from '../record/conversations.store.ts';
import { lowestOpen, markSending, settleDelivery, type OutboxRow } from './outbox.store.ts';

export type NextDelivery =
  | { kind: 'none' }
  | { kind: 'later'; at: Date }
  /** Stopped before a byte was written: `fenced` a person has taken over, else the switch was turned off. */
  | { kind: 'withdrawn'; row: OutboxRow; conversation: ConversationRow; fenced: boolean }
  | { kind: 'send'; row: OutboxRow; conversation: ConversationRow };

/**
 * The fence right before sending, under the conversation's lock (docs/promises.md P4): a machine's word to the customer
 * goes out only while the epoch is the one it was written under. Takes the lowest row, so that order is kept.
 */
export async function beginDelivery(
  tx: Tx,
  scope: OrganizationScope,
  conversationId: string,
  aiMaySpeak: (conversation: ConversationRow) => Promise<boolean>,
): Promise<NextDelivery> {
  const conversation = await lockConversation(tx, scope, conversationId);
  const row = conversation ? await lowestOpen(tx, scope, conversationId) : undefined;
  if (!conversation || !row) return { kind: 'none' };
  if (row.state === 'sending' && row.in_flight && row.send_deadline) return { kind: 'later', at: row.send_deadline };
  const machine = row.kind === 'reply' && row.actor !== 'human';
  const fenced = machine && row.epoch !== conversation.epoch;
  // A fenced word does not wait for its next attempt: whether the customer waits is known only without it.
  if (row.state === 'pending' && row.early && !fenced) return { kind: 'later', at: row.next_at };
  if (fenced || (machine && row.actor === 'ai' && !(await aiMaySpeak(conversation)))) {
    // Tried before: it may have arrived, and nobody may claim that it did not.
    const error = fenced ? 'withdrawn: a person took over' : 'withdrawn: automatic replies are off';
    const state = row.attempts > 0 ? 'unknown' : 'cancelled';
    await settleDelivery(tx, row, { state, error });
    return { kind: 'withdrawn', row: { ...row, state }, conversation, fenced };
  }
  return { kind: 'send', row: await markSending(tx, row, randomUUID()), conversation };
}
