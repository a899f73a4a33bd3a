import { randomUUID } from 'node:crypto';
import type { Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import { lockConversation, type ConversationRow } from '../record/conversations.store.ts';
import { lowestOpen, markSending, settleDelivery, type OutboxRow } from './outbox.store.ts';

export type NextDelivery =
  | { kind: 'none' }
  | { kind: 'later'; at: Date }
  /** Stopped before a byte was written. */
  | { kind: 'withdrawn'; row: OutboxRow; conversation: ConversationRow; why: Withdrawal }
  | { kind: 'send'; row: OutboxRow; conversation: ConversationRow };

/**
 * Why a machine's word must not go: automatic replies were switched off, it would answer a mail that is not its sender's
 * own, or that address has had its share of automatic mail.
 */
export type Forbidden = 'auto_respond_off' | 'disowned' | 'too_many_mails';
/** `fenced`: a person has taken over. */
export type Withdrawal = 'fenced' | Forbidden;

const errors: Readonly<Record<Withdrawal, string>> = {
  fenced: 'withdrawn: a person took over',
  auto_respond_off: 'withdrawn: automatic replies are off',
  disowned: 'withheld: a mail fails the policy (DMARC) of its sender’s domain',
  too_many_mails: 'withheld: the address received an automatic mail within 10 minutes, or five within a day',
};

/**
 * The fence right before sending, under the conversation's lock (docs/promises.md P4): a machine's word to the customer
 * goes out only while the epoch is the one it was written under and `forbids` finds nothing, which is asked last, as its
 * yes is counted. Takes the lowest row, so that order is kept.
 */
export async function beginDelivery(
  tx: Tx,
  scope: OrganizationScope,
  conversationId: string,
  forbids: (conversation: ConversationRow, row: OutboxRow) => Promise<Forbidden | null>,
): Promise<NextDelivery> {
  const conversation = await lockConversation(tx, scope, conversationId);
  const row = conversation ? await lowestOpen(tx, scope, conversationId) : undefined;
  if (!conversation || !row) return { kind: 'none' };
  if (row.state === 'sending' && row.in_flight && row.send_deadline) return { kind: 'later', at: row.send_deadline };
  const machine = row.kind === 'reply' && row.actor !== 'human';
  const fenced = machine && row.epoch !== conversation.epoch;
  // A fenced word does not wait for its next attempt: whether the customer waits is known only without it.
  if (row.state === 'pending' && row.early && !fenced) return { kind: 'later', at: row.next_at };
  const forbidden = machine && !fenced ? await forbids(conversation, row) : null;
  const why = fenced ? 'fenced' : forbidden;
  if (why) {
    // Tried before: it may have arrived, and nobody may claim that it did not.
    const state = row.attempts > 0 ? 'unknown' : 'cancelled';
    await settleDelivery(tx, row, { state, error: errors[why] });
    return { kind: 'withdrawn', row: { ...row, state }, conversation, why };
  }
  return { kind: 'send', row: await markSending(tx, row, randomUUID()), conversation };
}
