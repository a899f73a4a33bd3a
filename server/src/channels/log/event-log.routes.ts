import { listChatdeskEvents, listEmailEvents, listTicketdeskEvents } from '@desk/contract/channel-log';
import type { Channel } from '@desk/contract/conversations';
import { workspaceAdmin, type Scope } from '../../access/index.ts';
import type { Desk } from '../../platform/desk.ts';
import type { PageQuery } from '../../platform/http/page.ts';
import { route, type Route } from '../../platform/server/route.ts';
import { pageOfChannelEvents, type ConversationsOfEvents } from './event-log.actions.ts';

/** The event log of each channel, for those who set the channels up. */
export function eventLogRoutes(desk: Desk, conversations: ConversationsOfEvents): Route[] {
  const log =
    (channel: Channel) =>
    ({ scope, query }: { scope: Scope; query: PageQuery }) =>
      pageOfChannelEvents(desk, scope, { ...query, channel, conversations });
  return [
    route(listChatdeskEvents, workspaceAdmin, log('chatdesk')),
    route(listTicketdeskEvents, workspaceAdmin, log('ticketdesk')),
    route(listEmailEvents, workspaceAdmin, log('email')),
  ];
}
