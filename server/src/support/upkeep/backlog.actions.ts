import { listDueLanes, openBreakers, queueAges } from '../../channels/index.ts';
import { restingConnectors } from '../../connectors/index.ts';
import { overdueConversations } from '../../conversations/index.ts';
import { unscoped } from '../../platform/database/transaction.ts';
import type { Desk } from '../../platform/desk.ts';
import type { Backlog } from '../../platform/process/counters.ts';

const mostLanes = 200;

/** Counts overdue work in all organizations, to monitor the sweeper's invariant. Contains figures only, no names. */
export async function backlogOf(desk: Desk): Promise<Backlog> {
  const waiting = await unscoped(desk.db, (tx) => overdueConversations(tx));
  const overdue = Object.fromEntries(
    [...Map.groupBy(waiting, ({ need }) => need)].map(([need, rows]) => [need, rows.length]),
  );
  return {
    overdue,
    lanes: (await listDueLanes(desk.db, mostLanes)).length,
    ages: await queueAges(desk.db),
    openBreakers: openBreakers(desk) + restingConnectors(desk),
  };
}
