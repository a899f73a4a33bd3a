import { listChatdeskEvents, listEmailEvents, listTicketdeskEvents } from '@desk/contract/channel-log';
import { workspaceAdmin, type Scope } from '../../access/index.ts';
import type { Desk } from '../../platform/desk.ts';
import { route, type Route } from '../../platform/server/route.ts';
import type { ChannelName } from '../port/channel.logic.ts';
import { pageOfChannelEvents, type ConversationsOfThreads } from './event-log.actions.ts';

/** The event log of each channel, for those who set the channels up. */
export function eventLogRoutes(desk: Desk, conversationsOf: ConversationsOfThreads): Route[] {
  const log =
    (channel: ChannelName) =>
    ({ scope, query }: { scope: Scope; query: { limit?: number; cursor?: string } }) =>
      pageOfChannelEvents(desk, scope, { channel, limit: query.limit ?? 50, cursor: query.cursor, conversationsOf });
  return [
    route(listChatdeskEvents, workspaceAdmin, log('chatdesk')),
    route(listTicketdeskEvents, workspaceAdmin, log('ticketdesk')),
    route(listEmailEvents, workspaceAdmin, log('email')),
  ];
}
