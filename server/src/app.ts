import multipart from '@fastify/multipart';
import { accessRoutes, namesOf, subscribeAccess } from './access/index.ts';
import { channelRoutes } from './channels/index.ts';
import { conversationRoutes, createReader } from './conversations/index.ts';
import { knowledgeRoutes, subscribeKnowledge, topGaps } from './knowledge/index.ts';
import { endStreams, liveRoutes } from './live/index.ts';
import { mountApiDocument } from './platform/server/api-document.ts';
import { compareAccess } from './platform/server/declared-access.ts';
import type { Desk } from './platform/desk.ts';
import { mountHealth } from './platform/server/health.ts';
import type { Route } from './platform/server/route.ts';
import { createServer } from './platform/server/server.ts';
import { destinationExists, labelsOf, namesOfPolicy, openInternalQueue, routingRoutes } from './routing/index.ts';
import { reportRoutes } from './reports/index.ts';
import { loadSettings, settingsRoutes, usersOfDestination } from './settings/index.ts';
import { deskRoutes, subscribeSupport } from './support/index.ts';

export { sweep } from './support/index.ts';

/** What domains put into a new organization, whoever founds it. */
export const organizationCreatedHooks = [openInternalQueue];

/** Every route of the desk; the one list that the server, its OpenAPI document and the access tests share. */
export function routesOf(desk: Desk): Route[] {
  const neighbours = { labelsOf, namesOf };
  return [
    ...accessRoutes(desk, { onOrganizationCreated: organizationCreatedHooks }),
    ...settingsRoutes(desk, { destinationExists }),
    ...knowledgeRoutes(desk),
    ...conversationRoutes(desk, neighbours),
    ...deskRoutes(desk, createReader(neighbours), neighbours),
    ...routingRoutes(desk, { usersElsewhere: usersOfDestination }),
    ...channelRoutes(desk),
    ...liveRoutes(desk),
    ...reportRoutes(desk, { loadSettings, topGaps, namesOfPolicy }),
  ];
}

/** What anybody may call without being an operation of the contract; /metrics has a rule of its own. */
const openRoutes = [
  'GET /',
  'GET /api/docs',
  'GET /api/docs/*',
  'GET /api/openapi.json',
  'GET /healthz',
  'GET /metrics',
  'GET /readyz',
  // Vendors look whether the address answers before they save it.
  'GET /webhooks/chatdesk/:organization_id',
  'GET /webhooks/email/inbound',
  'GET /webhooks/ticketdesk/:organization_id',
];

/** Composes the domains into one HTTP application. Throws when a route exists that declares no access, or another one. */
export async function createApp(desk: Desk, routes = routesOf(desk)) {
  const app = createServer(desk);
  await mountApiDocument(app, desk.limits);
  mountHealth(app, desk);
  // Only makes the form readable; the one route that takes a file sets its own limits.
  await app.register(multipart);
  await app.register(async (scope) => {
    for (const route of routes) route.mount(scope, desk);
  });
  // Streams never end of themselves, and the server waits for its answers.
  app.addHook('preClose', () => endStreams(desk));
  await app.ready();
  compareAccess(app.mountedRoutes, routes, openRoutes);
  return app;
}

/** Who listens to whose news; only a process that works jobs needs it. */
export function subscribeAll(desk: Desk): void {
  subscribeAccess(desk);
  subscribeSupport(desk);
  subscribeKnowledge(desk);
}
