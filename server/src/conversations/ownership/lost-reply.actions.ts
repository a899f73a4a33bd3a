import type { HandoverReason } from '@desk/contract/decisions';
import type { Desk } from '../../platform/desk.ts';
import type { Tx } from '../../platform/database/database.ts';
import { saveConversation, type ConversationRow } from '../record/conversations.store.ts';
import type { OutboxRow } from '../outbox/outbox.store.ts';
import { waitsAgain, wordsLost, type OwnershipStep } from './ownership.logic.ts';
import { columnsOf, scopeOf, ownershipStateOf } from './ownership.actions.ts';
import { unansweredSince } from '../outbox/unanswered.store.ts';
import { unsay } from '../outbox/withdrawal.actions.ts';

interface Loss {
  /** The settled row. */
  row: OutboxRow;
  /** The reason of the handover, if the AI owns the conversation. */
  reason: HandoverReason;
}

/**
 * The step that brings the conversation back to people after a message did not arrive, or may not have, even if the
 * conversation was resolved. null for spam.
 */
export async function stepAfterLoss(
  desk: Desk,
  tx: Tx,
  conversation: ConversationRow,
  { row, reason }: Loss,
): Promise<OwnershipStep | null> {
  const scope = scopeOf(conversation);
  if (row.actor !== 'human') await unsay(tx, scope, row);
  const since = (await unansweredSince(tx, scope, conversation.id)) ?? desk.clock.now();
  return wordsLost(ownershipStateOf(conversation), { since, reason });
}

/**
 * An automatic message was stopped because people have taken over: an unanswered customer keeps waiting. Returns the
 * step to people if nobody would take care of the conversation, else null.
 */
export async function keepWaiting(
  desk: Desk,
  tx: Tx,
  conversation: ConversationRow,
  row: OutboxRow,
): Promise<OwnershipStep | null> {
  const scope = scopeOf(conversation);
  await unsay(tx, scope, row);
  const since = await unansweredSince(tx, scope, conversation.id);
  if (since === null) return null;
  const before = ownershipStateOf(conversation);
  // People handed it back while this message seemed to be an answer: the AI has nothing to do, and nobody would look.
  if (conversation.owner === 'ai' && conversation.status === 'pending')
    return wordsLost(before, { since, reason: 'ai_error' });
  const standing = waitsAgain(before, since);
  if (standing !== before) await saveConversation(tx, conversation, columnsOf(standing), desk.clock.now());
  return null;
}
