import multipart from '@fastify/multipart';
import { accessRoutes, namesOf, subscribeAccess } from './access/index.ts';
import { channelRoutes } from './channels/index.ts';
import { conversationRoutes, createReader } from './conversations/index.ts';
import { knowledgeRoutes, subscribeKnowledge } from './knowledge/index.ts';
import { mountApiDocument } from './platform/api-document.ts';
import type { Desk } from './platform/desk.ts';
import { mountHealth } from './platform/health.ts';
import type { Route } from './platform/http.ts';
import { createServer } from './platform/server.ts';
import { destinationExists, labelsOf, openInternalQueue, routingRoutes } from './routing/index.ts';
import { settingsRoutes } from './settings/index.ts';
import { deskRoutes, subscribeSupport } from './support/index.ts';

export { sweep } from './support/index.ts';

/** What domains put into a new organization, whoever founds it. */
export const furnishings = [openInternalQueue];

/** Every route of the desk; the one list that the server, its OpenAPI document and the access tests share. */
export function routesOf(desk: Desk): Route[] {
  const neighbours = { labelsOf, namesOf };
  return [
    ...accessRoutes(desk, { furnish: furnishings }),
    ...settingsRoutes(desk, { destinationExists }),
    ...knowledgeRoutes(desk),
    ...conversationRoutes(desk, neighbours),
    ...deskRoutes(desk, createReader(neighbours)),
    ...routingRoutes(desk),
    ...channelRoutes(desk),
  ];
}

/** Composes the domains into one HTTP application. */
export async function createApp(desk: Desk) {
  const app = createServer(desk);
  await mountApiDocument(app);
  mountHealth(app, desk);
  // Only makes the form readable; the one route that takes a file sets its own limits.
  await app.register(multipart);
  const routes = routesOf(desk);
  await app.register(async (scope) => {
    for (const route of routes) route.mount(scope, desk);
  });
  return app;
}

/** Who listens to whose news; only a process that works jobs needs it. */
export function subscribeAll(desk: Desk): void {
  subscribeAccess(desk);
  subscribeSupport(desk);
  subscribeKnowledge(desk);
}
