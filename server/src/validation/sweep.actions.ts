import { atMostEvery } from '../platform/at-most-every.ts';
import type { Desk } from '../platform/desk.ts';
import { eachGuarded } from '../platform/guarded.ts';
import { inScope, unscoped, type OrganizationScope } from '../platform/database/transaction.ts';
import { loadSettings } from '../settings/index.ts';
import { forgetPlayground } from './playground/playground.store.ts';
import { runDue } from './runs/runs.jobs.ts';
import { organizationsThatRehearse, organizationsWithWaitingRuns } from './runs/runs.store.ts';

const hour = 3_600_000;
const day = 24 * hour;
const isCleaningDue = atMostEvery(hour);

/** Promises runs again that a crash has left waiting, and deletes old playground conversations every hour. */
export async function sweepValidation(desk: Desk): Promise<void> {
  for (const organizationId of await unscoped(desk.db, organizationsWithWaitingRuns))
    await inScope(desk.db, { organizationId }, (tx) =>
      desk.jobs.enqueue(tx, runDue, { organizationId }, { key: organizationId }),
    );
  if (!isCleaningDue(desk)) return;
  const rehearsing = await unscoped(desk.db, organizationsThatRehearse);
  await eachGuarded(desk, 'playground', rehearsing, (organizationId) => forgetTooOld(desk, { organizationId }));
}

const forgetTooOld = (desk: Desk, scope: OrganizationScope) =>
  inScope(desk.db, scope, async (tx) => {
    const { playground } = (await loadSettings(tx, scope)).retention_days;
    if (playground === null) return;
    await forgetPlayground(tx, scope, new Date(desk.clock.now().getTime() - playground * day));
  });
