import { idsOwnedByAi, lockConversation, stepToPeople } from '../conversations/index.ts';
import type { Desk } from '../platform/desk.ts';
import { inScope, type OrganizationScope } from '../platform/database/transaction.ts';
import { handToPeople } from './outcomes/hand-to-people.actions.ts';
import { isSwitchedOff } from './turn/terms.actions.ts';

/** After automatic replies were switched off: gives people the open conversations that the AI may no longer answer. */
export async function handOverSwitchedOff(desk: Desk, scope: OrganizationScope): Promise<void> {
  const idsAfter = (after: string | null) => inScope(desk.db, scope, (tx) => idsOwnedByAi(tx, scope, after));
  let last: string | null = null;
  do {
    const ids = await idsAfter(last);
    for (const { id } of ids) await handOverOne(desk, scope, id);
    last = ids.at(-1)?.id ?? null;
  } while (last !== null);
}

/** Does nothing if people have taken over by now, or if the AI may still answer. */
function handOverOne(desk: Desk, scope: OrganizationScope, id: string): Promise<void> {
  return inScope(desk.db, scope, async (tx) => {
    const row = await lockConversation(tx, scope, id);
    if (!row || row.owner !== 'ai' || row.status !== 'open') return;
    if (!(await isSwitchedOff(tx, scope, row.channel))) return;
    await handToPeople(desk, tx, row, {
      step: stepToPeople(row, 'auto_respond_off'),
      why: 'Automatic replies were switched off.',
    });
  });
}
