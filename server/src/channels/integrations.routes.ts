import * as log from '@desk/contract/channel-log';
import * as contract from '@desk/contract/channels';
import { listTargets } from '@desk/contract/routing';
import { member, workspaceAdmin } from '../access/index.ts';
import type { Desk } from '../platform/desk.ts';
import { pageOfWhole } from '../platform/http/page.ts';
import { route, type Route } from '../platform/server/route.ts';
import { openChatdesk } from './chatdesk/open.ts';
import { opened } from './integrations/connections.ts';
import { disconnect } from './integrations/disconnect.actions.ts';
import { readIntegration, setApp } from './integrations/integrations.actions.ts';
import { integrationStatus } from './integrations/integrations.view.ts';
import { connectUrl, exchange, type ConnectUrl } from './integrations/oauth.actions.ts';
import { createTargets } from './integrations/targets.actions.ts';
import { testEventRoute } from './test-events/test-event.routes.ts';
import { provision } from './ticketdesk/provision.actions.ts';
import { setWebhookSecret } from './ticketdesk/webhook-secret.actions.ts';
import { helpdeskOf, helpdesks } from './vendors.ts';

const { chatdesk, ticketdesk } = helpdesks;

export const integrationRoutes = (desk: Desk, targetsOf = createTargets(desk, helpdeskOf)): Route[] => [
  route(listTargets, member, async ({ scope, query }) =>
    pageOfWhole(await targetsOf(scope, query.kind), query, ({ id }) => id),
  ),

  route(contract.getChatdeskStatus, member, async ({ scope }) =>
    integrationStatus(await readIntegration(desk, scope, chatdesk)),
  ),
  route(contract.getTicketdeskStatus, member, async ({ scope }) =>
    integrationStatus(await readIntegration(desk, scope, ticketdesk)),
  ),

  route(contract.getChatdeskConnectUrl, workspaceAdmin, async ({ scope }) =>
    connectView(await connectUrl(desk, scope, chatdesk, null)),
  ),
  route(contract.getTicketdeskConnectUrl, workspaceAdmin, async ({ scope, query }) =>
    connectView(await connectUrl(desk, scope, ticketdesk, query.subdomain)),
  ),

  route(contract.exchangeChatdeskCode, workspaceAdmin, async ({ scope, body }) =>
    integrationStatus(await exchange(desk, scope, chatdesk, body)),
  ),
  route(contract.exchangeTicketdeskCode, workspaceAdmin, async ({ scope, body }) =>
    integrationStatus(await exchange(desk, scope, ticketdesk, body)),
  ),

  route(contract.putChatdeskApp, workspaceAdmin, async ({ scope, body }) =>
    integrationStatus(await setApp(desk, scope, chatdesk, body)),
  ),
  route(contract.putTicketdeskApp, workspaceAdmin, async ({ scope, body }) =>
    integrationStatus(await setApp(desk, scope, ticketdesk, body)),
  ),

  route(contract.disconnectChatdesk, workspaceAdmin, async ({ scope }) => {
    await disconnect(desk, scope, chatdesk);
    return integrationStatus(await readIntegration(desk, scope, chatdesk));
  }),
  route(contract.disconnectTicketdesk, workspaceAdmin, async ({ scope }) => {
    await disconnect(desk, scope, ticketdesk);
    return integrationStatus(await readIntegration(desk, scope, ticketdesk));
  }),

  ...webhookRoutes(desk),
];

const webhookRoutes = (desk: Desk): Route[] => [
  route(contract.provisionChatdesk, workspaceAdmin, async ({ scope }) => {
    opened('chatdesk', await openChatdesk(desk, scope, desk.egress));
    return integrationStatus(await readIntegration(desk, scope, chatdesk));
  }),
  route(contract.provisionTicketdesk, workspaceAdmin, async ({ scope }) => {
    await provision(desk, scope);
    return integrationStatus(await readIntegration(desk, scope, ticketdesk));
  }),
  route(contract.setTicketdeskWebhookSecret, workspaceAdmin, async ({ scope, body }) => {
    const set = await setWebhookSecret(desk, scope, body);
    return { fingerprint: set.fingerprint, previous_valid_until: set.previousValidUntil?.toISOString() ?? null };
  }),
];

export const helpdeskTestRoutes = (desk: Desk): Route[] => [
  testEventRoute(desk, log.sendChatdeskTestEvent, { channel: chatdesk.name, make: chatdesk.makeTestEvent }),
  testEventRoute(desk, log.sendTicketdeskTestEvent, { channel: ticketdesk.name, make: ticketdesk.makeTestEvent }),
];

const connectView = ({ authorizationUrl, state, expiresAt }: ConnectUrl) => ({
  authorization_url: authorizationUrl,
  state,
  expires_at: expiresAt.toISOString(),
});
