import { defineJob } from '../../../../platform/jobs/jobs.ts';
import type { Tx } from '../../../../platform/database/database.ts';
import type { Desk } from '../../../../platform/desk.ts';
import type { OrganizationScope } from '../../../../platform/database/transaction.ts';

/** Checks an organization's drive for changes. Fails if the drive is busy; the queue then retries with growing delays. */
export const driveDue = defineJob<OrganizationScope>('knowledge.drive', {
  concurrency: 2,
  retries: 5,
  timeoutSeconds: 900,
});

/** Queues a check, in the transaction of the change that requires it. */
export const queueWatch = (
  { jobs }: Pick<Desk, 'jobs'>,
  tx: Tx,
  { organizationId }: OrganizationScope,
): Promise<void> => jobs.enqueue(tx, driveDue, { organizationId }, { key: organizationId });
