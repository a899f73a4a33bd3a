import { namesOf } from '../../access/index.ts';
import { unassign } from '../../conversations/index.ts';
import { inScope } from '../../platform/database/transaction.ts';
import type { Desk } from '../../platform/desk.ts';

const rowsAStep = 200;

/** What is assigned to somebody who has left would be in nobody's list: it is assigned to nobody, where people look for such. */
export async function giveAway(desk: Desk, gone: { organizationId: string; userId: string }): Promise<void> {
  const { userId } = gone;
  const step = () =>
    inScope(desk.db, gone, async (tx) => {
      const isStillThere = (await namesOf(tx, gone, [userId])).has(userId);
      return isStillThere ? 0 : unassign(tx, gone, { userId, limit: rowsAStep });
    });
  while ((await step()) === rowsAStep);
}
