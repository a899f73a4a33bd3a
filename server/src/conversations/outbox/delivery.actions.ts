import { randomUUID } from 'node:crypto';
import type { Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import { lockConversation, type ConversationRow } from '../record/conversations.store.ts';
import { lowestOpen, markSending, settleDelivery, type OutboxRow } from './outbox.store.ts';
import { withdrawalErrors, type Forbidden, type Withdrawal } from './withdrawals.ts';

export type NextDelivery =
  | { kind: 'none' }
  | { kind: 'later'; at: Date }
  /** The row was stopped before anything was sent. */
  | { kind: 'withdrawn'; row: OutboxRow; conversation: ConversationRow; why: Withdrawal }
  | { kind: 'send'; row: OutboxRow; conversation: ConversationRow };

/**
 * The fence right before sending, under the conversation's lock (docs/promises.md P4). An automatic reply is sent only if the epoch
 * is still the one under which it was written and `forbids` returns null. `forbids` runs last, because it counts each reply that it
 * allows. Takes the lowest row, so that replies keep their order.
 */
export async function beginDelivery(
  tx: Tx,
  scope: OrganizationScope,
  conversationId: string,
  forbids: (conversation: ConversationRow, row: OutboxRow) => Promise<Forbidden | null>,
): Promise<NextDelivery> {
  const conversation = await lockConversation(tx, scope, conversationId);
  const row = conversation ? await lowestOpen(tx, scope, conversation) : undefined;
  if (!conversation || !row) return { kind: 'none' };
  if (row.state === 'sending' && row.in_flight && row.send_deadline) return { kind: 'later', at: row.send_deadline };
  const { erased } = row;
  const machine = row.kind === 'reply' && row.actor !== 'human';
  const fenced = machine && row.epoch !== conversation.epoch;
  // A fenced message does not wait for its next attempt: its withdrawal shows whether the customer still waits.
  if (row.state === 'pending' && row.early && !fenced && !erased) return { kind: 'later', at: row.next_at };
  const forbidden = machine && !fenced && !erased ? await forbids(conversation, row) : null;
  const why = (erased && 'erased') || (fenced && 'fenced') || forbidden;
  if (why) {
    // It was tried before and may have arrived: nothing may claim that it did not.
    const state = row.attempts > 0 ? 'unknown' : 'cancelled';
    await settleDelivery(tx, row, { state, error: withdrawalErrors[why] });
    return { kind: 'withdrawn', row: { ...row, state }, conversation, why };
  }
  return { kind: 'send', row: await markSending(tx, row, randomUUID()), conversation };
}
