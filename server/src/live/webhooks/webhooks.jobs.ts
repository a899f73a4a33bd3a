import { unscoped, type OrganizationScope } from '../../platform/database/transaction.ts';
import type { Desk } from '../../platform/desk.ts';
import { defineJob } from '../../platform/jobs/jobs.ts';
import { dueEndpoints } from './endpoints.store.ts';

/** An endpoint has events or deliveries to do. Nobody waits for it: turns and replies go first. */
export const endpointDue = defineJob<OrganizationScope & { endpointId: string }>('webhooks.due', {
  concurrency: 16,
});

/** Enqueues a job for every endpoint, of any organization, that has something to do; a timer calls it every second or two. */
export const wakeEndpoints = (desk: Desk): Promise<void> =>
  unscoped(desk.db, async (tx) => {
    for (const { organization_id: organizationId, id } of await dueEndpoints(tx, desk.clock.now()))
      await desk.jobs.enqueue(tx, endpointDue, { organizationId, endpointId: id }, { key: id });
  });
