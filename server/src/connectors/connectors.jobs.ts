import type { Desk } from '../platform/desk.ts';
import { defineJob } from '../platform/jobs/jobs.ts';
import { inScope, unscoped, type OrganizationScope } from '../platform/database/transaction.ts';
import { tendConnector } from './tend.actions.ts';
import { dueConnectors } from './registry/connectors.store.ts';

/** A connector's document is due for a new snapshot, or its grace period has ended. */
export const connectorDue = defineJob<OrganizationScope & { connectorId: string }>('connectors.due', {
  concurrency: 2,
});

/** Subscribes the worker; called once when the process is composed. */
export function subscribeConnectors(desk: Desk): void {
  desk.jobs.subscribe(connectorDue, ({ organizationId, connectorId }) =>
    tendConnector(desk, { organizationId }, connectorId),
  );
}

/** Enqueues a job for every connector that is due, in all organizations. */
export async function sweepConnectors(desk: Desk): Promise<void> {
  const due = await unscoped(desk.db, dueConnectors);
  for (const { organization_id: organizationId, id: connectorId } of due)
    await inScope(desk.db, { organizationId }, (tx) =>
      desk.jobs.enqueue(tx, connectorDue, { organizationId, connectorId }, { key: connectorId }),
    );
}
