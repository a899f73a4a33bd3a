import {
  columnsOf,
  inactive,
  inactiveConversations,
  lockConversation,
  ownershipStateOf,
  recordEvent,
  saveConversation,
} from '../../conversations/index.ts';
import { inScope, unscoped } from '../../platform/database/transaction.ts';
import type { Desk } from '../../platform/desk.ts';
import { english } from '../../platform/words/sentence.logic.ts';

/**
 * Resolves conversations in which the customer has not written for as long as the organization allows (`inactivity`).
 * Customers get no notice. Returns the number of resolved conversations.
 */
export async function resolveInactive(desk: Desk): Promise<number> {
  const now = desk.clock.now();
  const quiet = await unscoped(desk.db, (tx) => inactiveConversations(tx, now));
  for (const { organization_id: organizationId, conversation_id: id } of quiet)
    await inScope(desk.db, { organizationId }, async (tx) => {
      const row = await lockConversation(tx, { organizationId }, id);
      const standing = row && inactive(ownershipStateOf(row), now);
      if (!standing) return;
      const resolved = await saveConversation(tx, row, columnsOf(standing), now);
      const text = english`Resolved, because nobody wrote within the time that the settings allow.`;
      await recordEvent(desk, tx, resolved, { text, automated: false, providerKey: null });
    });
  return quiet.length;
}
