import type { Desk } from '../platform/desk.ts';
import type { Route } from '../platform/server/route.ts';
import { emailRoutes } from './email/email.routes.ts';
import { eventLogRoutes } from './log/event-log.routes.ts';
import type { ConversationsOfEvents } from './log/event-log.actions.ts';
import { helpdeskTestRoutes, integrationRoutes } from './integrations.routes.ts';
import { webhookRoutes } from './webhooks.routes.ts';

/** `conversations`: what the log shows of those that events went to. */
export const channelRoutes = (desk: Desk, conversations: ConversationsOfEvents): Route[] => [
  ...webhookRoutes(desk),
  ...integrationRoutes(desk),
  ...helpdeskTestRoutes(desk),
  ...emailRoutes(desk),
  ...eventLogRoutes(desk, conversations),
];
