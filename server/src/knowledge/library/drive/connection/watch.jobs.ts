import { defineJob } from '../../../../platform/jobs/jobs.ts';
import type { Tx } from '../../../../platform/database/database.ts';
import type { Desk } from '../../../../platform/desk.ts';
import type { OrganizationScope } from '../../../../platform/database/transaction.ts';

/** An organization's drive is asked what has changed. Fails when the drive has no time; the queue tries again, later each time. */
export const driveDue = defineJob<OrganizationScope>('knowledge.drive', {
  concurrency: 2,
  retries: 5,
  timeoutSeconds: 900,
});

/** In the transaction of the change that makes it worth looking. */
export const queueWatch = (
  { jobs }: Pick<Desk, 'jobs'>,
  tx: Tx,
  { organizationId }: OrganizationScope,
): Promise<void> => jobs.enqueue(tx, driveDue, { organizationId }, { key: organizationId });
