import type { Desk } from '../platform/desk.ts';
import type { Route } from '../platform/server/route.ts';
import { emailRoutes } from './email/email.routes.ts';
import { eventLogRoutes } from './log/event-log.routes.ts';
import type { ConversationsOfThreads } from './log/event-log.actions.ts';
import { helpdeskTestRoutes, integrationRoutes } from './integrations.routes.ts';
import { webhookRoutes } from './webhooks.routes.ts';

/** What this domain needs from other domains. */
export interface ChannelNeighbours {
  conversationsOfThreads: ConversationsOfThreads;
}

export const channelRoutes = (desk: Desk, { conversationsOfThreads }: ChannelNeighbours): Route[] => [
  ...webhookRoutes(desk),
  ...integrationRoutes(desk),
  ...helpdeskTestRoutes(desk),
  ...emailRoutes(desk),
  ...eventLogRoutes(desk, conversationsOfThreads),
];
