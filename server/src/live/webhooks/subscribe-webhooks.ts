import type { Desk } from '../../platform/desk.ts';
import { serveEndpoint } from './serve-endpoint.actions.ts';
import { endpointDue } from './webhooks.jobs.ts';

/** Subscribes the worker; called once when the process is composed. */
export function subscribeWebhooks(desk: Desk): void {
  desk.jobs.subscribe(endpointDue, ({ organizationId, endpointId }) =>
    serveEndpoint(desk, { organizationId }, endpointId),
  );
}
