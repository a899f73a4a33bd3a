import { suppressAddress, type Bounced, type Complained } from '../../channels/index.ts';
import {
  failSent,
  lockCurrent,
  providerKey,
  recordEvent,
  scopeOf,
  type ConversationRow,
} from '../../conversations/index.ts';
import type { Desk } from '../../platform/desk.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import { replyLost } from './settle-delivery.actions.ts';
import { english } from '../../platform/words/sentence.logic.ts';

/**
 * Handles a bounce of our mail. Permanent: the message has failed, people get the conversation whatever its state, and nothing
 * more is sent to the address. Temporary: an event shows it to people, and nothing else changes. Reported as spam: an event, and
 * nothing more is sent to the address.
 */
export async function mailCameBack(
  desk: Desk,
  tx: Tx,
  scope: OrganizationScope,
  event: Bounced | Complained,
): Promise<ConversationRow | undefined> {
  const thread = { channel: 'email' as const, reference: event.thread };
  const conversation = await lockCurrent(tx, scope, thread);
  const shown = (text: string) => ({
    text,
    automated: true,
    providerKey: providerKey({ thread, providerMessageId: event.providerMessageId }),
  });
  if (event.kind === 'complained') {
    const reason = english`The recipient reported our mail as spam.`;
    await suppressAddress(desk, tx, scope, { ...event, reason, status: null });
    if (conversation) await recordEvent(desk, tx, conversation, shown(reason));
    return conversation;
  }
  if (event.final && event.aboutAddress) await suppressAddress(desk, tx, scope, event);
  if (!conversation) return undefined;
  if (!event.final) {
    const text = english`A mail is delayed: ${event.reason} Its mail system keeps trying.`;
    await recordEvent(desk, tx, conversation, shown(text));
    return conversation;
  }
  const error = `bounced: ${event.reason}`;
  const row = await failSent(tx, scopeOf(conversation), {
    conversationId: conversation.id,
    providerMessageId: event.sentMessageId,
    error,
  });
  if (row) await replyLost(desk, tx, conversation, { row, error });
  return conversation;
}
