import { inactive, inactiveConversations, lockConversation, moveTo, recordEvent } from '../../conversations/index.ts';
import { inScope, unscoped } from '../../platform/database/transaction.ts';
import type { Desk } from '../../platform/desk.ts';
import { eachGuarded } from '../../platform/guarded.ts';
import { english } from '../../platform/words/sentence.logic.ts';

/**
 * Resolves conversations in which the customer has not written for as long as the organization allows (`inactivity`).
 * Customers get no notice.
 */
export async function resolveInactive(desk: Desk): Promise<void> {
  const now = desk.clock.now();
  const quiet = await unscoped(desk.db, (tx) => inactiveConversations(tx, now));
  await eachGuarded(desk, 'inactivity', quiet, ({ organization_id: organizationId, conversation_id: id }) =>
    inScope(desk.db, { organizationId }, async (tx) => {
      const row = await lockConversation(tx, { organizationId }, id);
      const resolved = row && (await moveTo(tx, row, (before) => inactive(before, now), now));
      if (!resolved) return;
      const text = english`Resolved, because nobody wrote within the time that the settings allow.`;
      await recordEvent(desk, tx, resolved, { text, automated: false, providerKey: null });
    }),
  );
}
