import multipart from '@fastify/multipart';
import { accessRoutes, namesOf, subscribeAccess, type Acting, type OnOrganizationCreated } from './access/index.ts';
import { channelRoutes, listenForMail, wakeAbandonedLanes } from './channels/index.ts';
import { connectorRoutes, readableTemplates, subscribeConnectors } from './connectors/index.ts';
import {
  conversationRoutes,
  conversationsOfThreads,
  createReader,
  dueAtDestination,
  organizationsByActivity,
  titlesOf,
} from './conversations/index.ts';
import { collectionsOf, knowledgeRoutes, loadAhead, subscribeKnowledge, topGaps } from './knowledge/index.ts';
import { endStreams, liveRoutes, subscribeWebhooks, wakeEndpoints, webhookEndpointRoutes } from './live/index.ts';
import { mountApiDocument } from './platform/server/api-document.ts';
import { removeRemains } from './platform/half-written-files.ts';
import { mountClient, type BuiltClient } from './platform/server/client.ts';
import { compareAccess } from './platform/server/declared-access.ts';
import { unscoped, type OrganizationScope } from './platform/database/transaction.ts';
import type { Desk } from './platform/desk.ts';
import { guarded } from './platform/guarded.ts';
import { followClock } from './platform/jobs/set-back-clock.ts';
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
  eraseNamed,
  pageOfDeadLetters,
  rehearse,
  retryDeadLetter,
  subscribeSupport,
  sweep as sweepSupport,
} from './support/index.ts';
import {
  eraseCopies,
  passGate,
  sourcesOfCases,
  subscribeValidation,
  sweepValidation,
  validationRoutes,
  versionOfSuite,
} from './validation/index.ts';

/** Hooks by which domains add their defaults to a new organization, no matter who creates it. */
export const organizationCreatedHooks: OnOrganizationCreated[] = [
  // It is named in the language of the founder, who can rename it.
  (tx, scope) => openInternalQueue(tx, scope, scope.origin?.language),
];

/** Receives mail by SMTP, where the operator wants it. */
export const openMailDoor = async (desk: Desk) =>
  desk.config.SMTP_LISTEN ? listenForMail(desk, desk.config.SMTP_LISTEN) : null;

/** For the operator's tool, which may not import from `support`. */
export const deadLetters = { page: pageOfDeadLetters, retry: retryDeadLetter, discard: discardDeadLetter };

/** Also for the operator's tool: erases the customers with this address, external id or id. */
export const eraseCustomers = (desk: Desk, acting: Acting, name: string) => eraseNamed(desk, acting, name, eraseCopies);

/** Also for the operator's tool. Returns what the desk would do with a message, and why. Stores nothing. */
export const explainMessage = (desk: Desk, scope: OrganizationScope, message: string) =>
  rehearse(desk, scope, { message, engine: 'embedded', explain: true });

/** Lists every route of the desk. The server, its OpenAPI document and the access tests share this list. */
export function routesOf(desk: Desk): Route[] {
  const neighbours = { labelsOf, namesOf };
  return [
    ...accessRoutes(desk, { onOrganizationCreated: organizationCreatedHooks }),
    ...settingsRoutes(desk, { destinationExists, passGate }),
    ...knowledgeRoutes(desk, { usersOfCollection, suite: { versionOfSuite, sourcesOfCases }, titlesOf }),
    ...conversationRoutes(desk, neighbours),
    ...deskRoutes(desk, createReader(neighbours), neighbours),
    ...routingRoutes(desk, {
      usersElsewhere: async (tx, scope, id) => [
        ...(await usersOfDestination(tx, scope, id)),
        ...(await dueAtDestination(tx, scope, id)),
      ],
      collectionsOf,
      lookupsOf: readableTemplates,
      passGate,
    }),
    ...connectorRoutes(desk, { rulesOf: usersOfTemplates, loadSettings }),
    ...validationRoutes(desk),
    ...channelRoutes(desk, { conversationsOfThreads, titlesOf }),
    ...liveRoutes(desk),
    ...webhookEndpointRoutes(desk),
    ...reportRoutes(desk, { loadSettings, topGaps, namesOfPolicy, titlesOf }),
  ];
}

/** Public routes that are not operations of the contract. /metrics has a rule of its own. */
const openRoutes = [
  'GET /api/docs',
  'GET /api/docs/*',
  'GET /api/openapi.json',
  'GET /healthz',
  'GET /metrics',
  'GET /readyz',
  // Vendors check that the address answers before they save it.
  'GET /webhooks/chatdesk/:organization_id',
  'GET /webhooks/email/inbound',
  'GET /webhooks/ticketdesk/:organization_id',
];

const clientRoutes = ['/', '/assets/*', '/icon.svg', '/mail-frame.css', '/mail-frame.html', '/mail-frame.js'].map(
  (path) => `GET ${path}`,
);

/**
 * Composes the domains into one HTTP application. Throws when a mounted route has no declared access, or another one.
 * `client` is the web client to serve; without one, `/` redirects to the page of the API.
 */
export async function createApp(desk: Desk, routes = routesOf(desk), client: BuiltClient | null = null) {
  const app = createServer(desk);
  await mountApiDocument(app, desk.limits);
  if (client) await mountClient(app, client);
  else app.get('/', { schema: { hide: true } }, async (_request, reply) => reply.redirect('/api/docs'));
  mountHealth(app, desk, backlogOf);
  // This only makes forms readable; the one route that takes a file sets its own limits.
  await app.register(multipart);
  await app.register(async (scope) => {
    for (const route of routes) route.mount(scope, desk);
  });
  // Streams never end by themselves, and the server waits for open responses when it closes.
  app.addHook('preClose', () => endStreams(desk));
  await app.ready();
  compareAccess(app.mountedRoutes, routes, [...openRoutes, ...(client ? clientRoutes : ['GET /'])]);
  return app;
}

/** Subscribes the domains to each other's jobs. Only a process that works on jobs needs this. */
export function subscribeAll(desk: Desk): void {
  subscribeAccess(desk);
  subscribeSupport(desk, eraseCopies);
  subscribeKnowledge(desk);
  subscribeConnectors(desk);
  subscribeValidation(desk);
  subscribeWebhooks(desk);
}

/** Finds work that a crash has left waiting, and repairs it. Returns the repairs of `support`, counted by need. */
export async function sweep(desk: Desk): Promise<Record<string, number>> {
  await guarded(desk, 'clock', () => followClock(desk));
  await guarded(desk, 'runs', () => sweepValidation(desk));
  const repaired = await sweepSupport(desk);
  await guarded(desk, 'half-written files', () => removeRemains(desk));
  return repaired;
}

/** Takes up the lanes of processes that died, and the events that endpoints wait for; a timer calls it every second or two. */
export const takeUpWaiting = (desk: Desk) => Promise.all([wakeAbandonedLanes(desk), wakeEndpoints(desk)]);

const mostPrepared = 100;

/** Prepares a new process for its first questions, those of the busiest organizations first. Never throws. */
export const prepareForQuestions = (desk: Desk, stopped: AbortSignal): Promise<void> =>
  loadAhead(desk, () => unscoped(desk.db, (tx) => organizationsByActivity(tx, mostPrepared)), stopped);
