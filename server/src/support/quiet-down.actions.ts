import { giveToPeople, idsToQuietDown, lockConversation } from '../conversations/index.ts';
import type { Desk } from '../platform/desk.ts';
import { inScope, type OrganizationScope } from '../platform/transaction.ts';
import { leaveToSpeak, readTerms } from './terms.actions.ts';

/** Automatic replies were switched off somewhere: open conversations that the AI can no longer answer move to people. */
export async function quietDown(desk: Desk, scope: OrganizationScope): Promise<void> {
  for (;;) {
    const ids = await inScope(desk.db, scope, (tx) => idsToQuietDown(tx, scope));
    let moved = 0;
    for (const { id } of ids) {
      moved += await inScope(desk.db, scope, async (tx) => {
        const row = await lockConversation(tx, scope, id);
        if (!row || row.owner !== 'ai' || row.status !== 'open') return 0;
        const leave = leaveToSpeak(await readTerms(desk, tx, scope), row.channel);
        if (leave.may || leave.reason !== 'auto_respond_off') return 0;
        await giveToPeople(desk, tx, row, { reason: 'auto_respond_off', note: 'Automatic replies were switched off.' });
        return 1;
      });
    }
    if (moved === 0) return;
  }
}
