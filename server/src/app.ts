import multipart from '@fastify/multipart';
import { accessRoutes, namesOf, subscribeAccess } from './access/index.ts';
import { channelRoutes, wakeAbandonedLanes } from './channels/index.ts';
import { connectorRoutes, readableTemplates, subscribeConnectors } from './connectors/index.ts';
import { conversationRoutes, conversationsOfThreads, createReader, titlesOf } from './conversations/index.ts';
import { collectionsOf, knowledgeRoutes, subscribeKnowledge, topGaps } from './knowledge/index.ts';
import { endStreams, liveRoutes } from './live/index.ts';
import { mountApiDocument } from './platform/server/api-document.ts';
import { mountClient, type BuiltClient } from './platform/server/client.ts';
import { compareAccess } from './platform/server/declared-access.ts';
import { errorCode } from './platform/database/database.ts';
import type { OrganizationScope } from './platform/database/transaction.ts';
import type { Desk } from './platform/desk.ts';
import { mountHealth } from './platform/server/health.ts';
import type { Route } from './platform/server/route.ts';
import { createServer } from './platform/server/server.ts';
import {
  destinationExists,
  labelsOf,
  namesOfPolicy,
  openInternalQueue,
  routingRoutes,
  usersOfCollection,
  usersOfTemplates,
} from './routing/index.ts';
import { reportRoutes } from './reports/index.ts';
import { loadSettings, settingsRoutes, usersOfDestination } from './settings/index.ts';
import {
  backlogOf,
  deskRoutes,
  discardDeadLetter,
  pageOfDeadLetters,
  rehearse,
  retryDeadLetter,
  subscribeSupport,
  sweep as sweepSupport,
} from './support/index.ts';
import {
  passGate,
  sourcesOfCases,
  subscribeValidation,
  sweepValidation,
  validationRoutes,
  versionOfSuite,
} from './validation/index.ts';

/** What domains put into a new organization, no matter who founds it. */
export const organizationCreatedHooks = [openInternalQueue];

/** For the operator's tool, which may not reach into the story. */
export const deadLetters = { page: pageOfDeadLetters, retry: retryDeadLetter, discard: discardDeadLetter };

/** For the operator's tool as well: what the desk would do with a message, and why. Nothing is stored. */
export const explainMessage = (desk: Desk, scope: OrganizationScope, message: string) =>
  rehearse(desk, scope, { message, engine: 'embedded', explain: true });

/** Every route of the desk; the one list that the server, its OpenAPI document and the access tests share. */
export function routesOf(desk: Desk): Route[] {
  const neighbours = { labelsOf, namesOf };
  return [
    ...accessRoutes(desk, { onOrganizationCreated: organizationCreatedHooks }),
    ...settingsRoutes(desk, { destinationExists, passGate }),
    ...knowledgeRoutes(desk, { usersOfCollection, suite: { versionOfSuite, sourcesOfCases }, titlesOf }),
    ...conversationRoutes(desk, neighbours),
    ...deskRoutes(desk, createReader(neighbours), neighbours),
    ...routingRoutes(desk, {
      usersElsewhere: usersOfDestination,
      collectionsOf,
      lookupsOf: readableTemplates,
      passGate,
    }),
    ...connectorRoutes(desk, { rulesOf: usersOfTemplates, loadSettings }),
    ...validationRoutes(desk),
    ...channelRoutes(desk, { conversationsOfThreads }),
    ...liveRoutes(desk),
    ...reportRoutes(desk, { loadSettings, topGaps, namesOfPolicy }),
  ];
}

/** What anybody may call without being an operation of the contract; /metrics has a rule of its own. */
const openRoutes = [
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

const clientRoutes = ['/', '/assets/*', '/icon.svg', '/mail-frame.css', '/mail-frame.html', '/mail-frame.js'].map(
  (path) => `GET ${path}`,
);

/**
 * Composes the domains into one HTTP application. Throws when a route exists that declares no access, or another one.
 * `client`: the web client that it serves; without one, `/` leads to the page of the API.
 */
export async function createApp(desk: Desk, routes = routesOf(desk), client: BuiltClient | null = null) {
  const app = createServer(desk);
  await mountApiDocument(app, desk.limits);
  if (client) await mountClient(app, client);
  else app.get('/', { schema: { hide: true } }, async (_request, reply) => reply.redirect('/api/docs'));
  mountHealth(app, desk, backlogOf);
  // Only makes the form readable; the one route that takes a file sets its own limits.
  await app.register(multipart);
  await app.register(async (scope) => {
    for (const route of routes) route.mount(scope, desk);
  });
  // Streams never end of themselves, and the server waits for its answers.
  app.addHook('preClose', () => endStreams(desk));
  await app.ready();
  compareAccess(app.mountedRoutes, routes, [...openRoutes, ...(client ? clientRoutes : ['GET /'])]);
  return app;
}

/** Who listens to whose news; only a process that works jobs needs it. */
export function subscribeAll(desk: Desk): void {
  subscribeAccess(desk);
  subscribeSupport(desk);
  subscribeKnowledge(desk);
  subscribeConnectors(desk);
  subscribeValidation(desk);
}

/** Looks for what a crash has left waiting, and mends it. Returns what was repaired of the story, by need. */
export async function sweep(desk: Desk): Promise<Record<string, number>> {
  await sweepValidation(desk).catch((error: unknown) =>
    desk.log.error({ need: 'runs', code: errorCode(error) }, 'sweeper could not repair'),
  );
  return sweepSupport(desk);
}

/** Takes up, for a timer of a second or two, what processes left that died; work that is a job hands itself on. */
export const takeUpAbandoned = (desk: Desk) => wakeAbandonedLanes(desk);
