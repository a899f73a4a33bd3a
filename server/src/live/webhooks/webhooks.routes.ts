import * as contract from '@desk/contract/webhooks';
import { organizationAdmin } from '../../access/index.ts';
import type { Desk } from '../../platform/desk.ts';
import { created, route, type Route } from '../../platform/server/route.ts';
import { replayEvents, retryDelivery, showDeliveries, showDelivery, testEndpoint } from './deliveries.actions.ts';
import {
  addEndpoint,
  changeEndpoint,
  dropEndpoint,
  rotateSecret,
  showEndpoint,
  showEndpoints,
} from './endpoints.actions.ts';

export const webhookEndpointRoutes = (desk: Desk): Route[] => [...endpointRoutes(desk), ...deliveryRoutes(desk)];

const endpointRoutes = (desk: Desk): Route[] => [
  route(contract.listWebhookEndpoints, organizationAdmin, ({ scope, query }) => showEndpoints(desk, scope, query)),
  route(contract.readWebhookEndpoint, organizationAdmin, ({ scope, params }) => showEndpoint(desk, scope, params.id)),
  route(contract.createWebhookEndpoint, organizationAdmin, async ({ scope, body }) => {
    const endpoint = await addEndpoint(desk, scope, body);
    return created(`/api/webhook-endpoints/${endpoint.id}`, endpoint);
  }),
  route(contract.updateWebhookEndpoint, organizationAdmin, ({ scope, params, body, expectedVersion }) =>
    changeEndpoint(desk, scope, { id: params.id, expectedVersion, patch: body }),
  ),
  route(contract.deleteWebhookEndpoint, organizationAdmin, async ({ scope, params, expectedVersion }) => {
    await dropEndpoint(desk, scope, { id: params.id, expectedVersion });
    return undefined;
  }),
  route(contract.rotateWebhookSecret, organizationAdmin, ({ scope, params, expectedVersion }) =>
    rotateSecret(desk, scope, { id: params.id, expectedVersion }),
  ),
];

const deliveryRoutes = (desk: Desk): Route[] => [
  route(contract.testWebhookEndpoint, organizationAdmin, ({ scope, params }) => testEndpoint(desk, scope, params.id)),
  route(contract.replayWebhookEvents, organizationAdmin, ({ scope, params, body }) =>
    replayEvents(desk, scope, { id: params.id, since: body.since }),
  ),
  route(contract.listWebhookDeliveries, organizationAdmin, ({ scope, params, query }) =>
    showDeliveries(desk, scope, { id: params.id, query }),
  ),
  route(contract.readWebhookDelivery, organizationAdmin, ({ scope, params }) =>
    showDelivery(desk, scope, { endpointId: params.id, id: params.delivery_id }),
  ),
  route(contract.retryWebhookDelivery, organizationAdmin, ({ scope, params }) =>
    retryDelivery(desk, scope, { endpointId: params.id, id: params.delivery_id }),
  ),
];
