/**
 * Live streams changes to connected clients, and sends them to webhook endpoints. The triggers of its migration record every
 * change, no matter what causes it.
 */
import './live.tables.ts';
import './webhooks/webhooks.tables.ts';
import './exported.ts';

export { forgetEvents } from './forget.actions.ts';
export { liveRoutes } from './live.routes.ts';
export { endStreams } from './streams.ts';
export { forgetDeliveries } from './webhooks/deliveries.actions.ts';
export { subscribeWebhooks } from './webhooks/subscribe-webhooks.ts';
export { wakeEndpoints } from './webhooks/webhooks.jobs.ts';
export { webhookEndpointRoutes } from './webhooks/webhooks.routes.ts';
