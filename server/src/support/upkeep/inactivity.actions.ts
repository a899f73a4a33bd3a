import { inactive, inactiveConversations, lockConversation, moveTo, recordEvent } from '../../conversations/index.ts';
import { inScope, unscoped, type OrganizationScope } from '../../platform/database/transaction.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Desk } from '../../platform/desk.ts';
import { eachGuarded } from '../../platform/guarded.ts';
import { english } from '../../platform/words/sentence.logic.ts';
import { loadSettings } from '../../settings/index.ts';

/**
 * Resolves conversations in which the customer has not written for as long as the organization allows (`inactivity`).
 * Customers get no notice.
 */
export async function resolveInactive(desk: Desk): Promise<void> {
  const now = desk.clock.now();
  const quiet = await unscoped(desk.db, (tx) => inactiveConversations(tx, now));
  await eachGuarded(desk, 'inactivity', quiet, ({ organization_id: organizationId, conversation_id: id }) =>
    inScope(desk.db, { organizationId }, async (tx) => {
      const row = await lockQuiet(tx, { organizationId }, { id, now });
      const resolved = row && (await moveTo(tx, row, (before) => inactive(before, now), now));
      if (!resolved) return;
      const text = english`Resolved, because nobody wrote within the time that the settings allow.`;
      await recordEvent(desk, tx, resolved, { text, automated: false, providerKey: null });
    }),
  );
}

// Somebody may have written, or changed the settings, after the conversation was listed and before it was locked.
async function lockQuiet(tx: Tx, scope: OrganizationScope, { id, now }: { id: string; now: Date }) {
  const row = await lockConversation(tx, scope, id);
  const { policy, hours } = (await loadSettings(tx, scope)).inactivity;
  const quietSince = Math.max(Number(row?.last_message_at), Number(row?.updated_at));
  return policy === 'resolve' && quietSince < now.getTime() - hours * 3_600_000 ? row : undefined;
}
