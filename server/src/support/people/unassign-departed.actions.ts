import { namesOf } from '../../access/index.ts';
import { unassign } from '../../conversations/index.ts';
import { inScope } from '../../platform/database/transaction.ts';
import type { Desk } from '../../platform/desk.ts';

const rowsAStep = 200;

/** Unassigns the conversations of a member who has left, so that they appear in the list of unassigned conversations. */
export async function unassignDeparted(desk: Desk, gone: { organizationId: string; userId: string }): Promise<void> {
  const { userId } = gone;
  const step = () =>
    inScope(desk.db, gone, async (tx) => {
      const isStillThere = (await namesOf(tx, gone, [userId])).has(userId);
      return isStillThere ? 0 : unassign(tx, gone, { userId, limit: rowsAStep });
    });
  while ((await step()) === rowsAStep);
}
