import type { Desk } from '../platform/desk.ts';
import type { Route } from '../platform/server/route.ts';
import { emailRoutes } from './email/email.routes.ts';
import { integrationRoutes } from './integrations/integrations.routes.ts';
import { webhookRoutes } from './webhooks.routes.ts';

export const channelRoutes = (desk: Desk): Route[] => [
  ...webhookRoutes(desk),
  ...integrationRoutes(desk),
  ...emailRoutes(desk),
];
