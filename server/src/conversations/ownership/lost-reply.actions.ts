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
  /** As it was settled. */
  row: OutboxRow;
  /** Why people get it, if the AI has it. */
  reason: HandoverReason;
}

/**
 * Words of ours did not arrive, or perhaps not: the step that brings the conversation before people again, no matter who had thought
 * it done. null for spam.
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
 * A machine's words were stopped because people have taken over since: whom nobody has answered waits on. The step to people
 * where nobody would be at it, else null.
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
  // People gave it back while these words seemed to be an answer: the AI has nothing to do, and nobody would.
  if (conversation.owner === 'ai' && conversation.status === 'pending')
    return wordsLost(before, { since, reason: 'ai_error' });
  const standing = waitsAgain(before, since);
  if (standing !== before) await saveConversation(tx, conversation, columnsOf(standing), desk.clock.now());
  return null;
}
