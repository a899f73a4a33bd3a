import type { Desk } from '../../platform/desk.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import { lockCurrent } from '../record/conversations.store.ts';
import { recordEvent } from './customer-messages.actions.ts';
import { customerMessage, firstMessage } from '../ownership/ownership.logic.ts';
import { applyStep, ownershipStateOf, type Because } from '../ownership/ownership.actions.ts';
import type { VendorThread } from '../record/thread.logic.ts';
import { openUnreadThread } from './unread-thread.actions.ts';

/**
 * A message arrived in a thread and cannot be read. Hands the conversation to people in any state, opens it if it is
 * unknown, and marks where the text is missing. `providerKey` makes the mark appear only once.
 */
export async function recordUnreadMessage(
  desk: Desk,
  tx: Tx,
  scope: OrganizationScope,
  { thread, text, providerKey }: { thread: VendorThread; text: string; providerKey: string },
): Promise<void> {
  const now = desk.clock.now();
  const permission = { may: false, reason: 'ai_error' } as const;
  const known = await lockCurrent(tx, scope, thread);
  const row = known ?? (await openUnreadThread(desk, tx, scope, thread));
  await recordEvent(desk, tx, row, { text, automated: false, providerKey });
  const step = known ? customerMessage(ownershipStateOf(known), now, permission) : firstMessage(now, permission);
  const because: Because = { actor: { type: 'system', id: null, name: null }, note: text };
  await applyStep(desk, tx, row, { step, because, turn: null });
}
